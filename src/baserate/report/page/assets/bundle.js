// sources: sha256 19f87713f2ceacd87009c60db14be3ebe2b34f37b77fd71fed883d41236e1ab0
function logit(share){return Math.log(share)-Math.log1p(-share)}function expit(logOdds){let small=Math.exp(-Math.abs(logOdds));return(logOdds>=0?1:small)/(1+small)}
function softplus(x){return x>0?x+Math.log1p(Math.exp(-x)):Math.log1p(Math.exp(x))}function clamp(x,low,high){return x<low?low:x>high?high:x}function gaussLegendre(count){
let nodes=new Float64Array(count),weights=new Float64Array(count);for(let i=0;i<count;i++){let x=Math.cos(Math.PI*(i+.75)/(count+.5)),slope=1;for(let round=0;round<
100;round++){let before=1,here=x;for(let k=2;k<=count;k++)[before,here]=[here,((2*k-1)*x*here-(k-1)*before)/k];slope=count*(x*here-before)/(x*x-1);let step=here/
slope;if(x-=step,Math.abs(step)<1e-16)break}nodes[i]=x,weights[i]=2/((1-x*x)*slope*slope)}return{nodes,weights}}function middleShare(low,high){if(low===high)return low;
let odds=Math.sqrt(low/(1-low)*(high/(1-high)));return odds/(1+odds)}var words_default={constants:{prevalences_compared:401,ties_told_one_by_one:3,whole_counts_from:100,a_tie:1e-12,nearly_certain:.999,slope_near_one:[.8,1.25],recalibrations_simulated:100},
digits:{percent:4,percent_near_one:9,near_one:.99,short_percent:3,ratio:4,measure:3,slope:2,confidence:1,most_added:3,per_1000_at_threshold:1,rate:1,least_width_in_last_digits:2},
units:{"net benefit":{unit:"true positives per patient",short:"net benefit",found:"cases found per patient",factor:1,digits:4},"per 1,000":{unit:"true positives\
 per 1,000 patients",short:"per 1,000",found:"cases found per 1,000",factor:1e3,digits:1},"weighted accuracy":{unit:"percentage points of weighted accuracy",short:"\
weighted accuracy, %",factor:100,digits:2},accuracy:{unit:"percentage points of accuracy",short:"accuracy, %",factor:100,digits:2}},names:{treat_all:"treat all",
treat_none:"treat none",without_a_model:"without a model"},numbers:{missing:"-",more:">",less:"<"},cost:{equal:"a missed case and an unnecessary treatment cost \
the same",missed_case_dearer:"one missed case = {times} unnecessary treatments",treatment_dearer:"one unnecessary treatment = {times} missed cases",every_error_alike:"\
every error alike"},prevalence:{observed:"the observed prevalence"},threshold:{over_prevalence:"{middle} ({highest} at the lowest prevalence, {lowest} at the hi\
ghest)",over_cost:"{middle} ({highest} where an unnecessary treatment costs most, {lowest} where least)",over_both:"{middle} ({lowest} to {highest} over the dep\
loyment)",ends:{prevalence:["at the lowest prevalence","at the highest prevalence"],cost:["where an unnecessary treatment costs most","where it costs least"],both:[
"highest over the deployment","lowest over the deployment"]},median:" (median)",differs:"A risk of {probability} at the deployment is a score of {cutoff}, becau\
se the score is taken as calibrated to a prevalence of {source} and the deployment has {prevalence}{median}.",same:"The cut-off on the score is the threshold pr\
obability itself, {probability}, because the score is taken as calibrated to the prevalence of the deployment, {prevalence}{median}.",of:"{models}: {reason}",treat:`\
Treat at or above a score of {cutoff}
at a prevalence of {prevalence} and a cost of {cost}, for scores calibrated to {source}.`,probability:"Threshold probability, the risk from which on treating do\
es more good than harm: {probability}.",patient:"A score of {score} means a risk of {risk} at a prevalence of {prevalence}: {advice}.",do:"treat",do_not:"do not\
 treat"},verdict:{at_one_prevalence:"at {prevalence}",over_a_range:"over {prevalence}",where:"{place} at a cost of {cost}",where_errors_count_alike:"{place}, ev\
ery error counted alike",worth:"as much as {value} more {found} with no more unnecessary treatment ({level} CI {low} to {high}; {exchange})",worth_of_accuracy:"\
{value} {unit} ({level} CI {low} to {high})",exchange:"it {found} and {treated}",exchange_at_median:"at the median prevalence it {found} and {treated}",found_more:"\
finds {count} more",found_fewer:"finds {count} fewer",found_same:"finds as many",treated_more:"treats {count} more unnecessarily",treated_fewer:"spares {count}",
treated_same:"treats as many unnecessarily",difference:"{one} minus {other} is {value} {unit} ({level} CI {low} to {high})",headline_use:"Use",headline_too_close:"\
Too close to call between",headline_no_model:"No model is shown to be better than deciding without one",fact_added:"Worth over deciding without a model",fact_next:"\
Worth over {other}",fact_together:"adjusted for {count} comparisons",brief_worth:"worth {worth} over deciding without a model",use:"Use {best} {where}.",over_default:"\
Over deciding without a model, it is worth {worth}.",over_other:"Over {other}, it is worth {worth}.",over_next:"Over {other}, the next best, it is worth {worth}\
.",too_close:"Too close to call between {models} {where}: {differences}.",what_else:"What else matters can decide: simplicity, cost, what is in use.",best_over_default:"\
Over deciding without a model, {best} is worth {worth}.",not_shown_better:"{models} is not shown to be better than deciding without a model.",none_shown_better:"\
{models} are not shown to be better than deciding without a model.",no_model:"No model is shown to be better than deciding without one {where}: of the best of t\
hem, {difference}.",not_the_model:"No model is shown to be better than deciding without one {where}: {difference}.",without_is_all:"Without a model, treat all.",
without_is_none:"Without a model, treat none.",without_is_both:"Without a model, treat all at a prevalence of {threshold} or more, and none below.",below_margin:"\
{best} is ahead of {others}, but by less than the {margin} per 1,000 that matter.",non_inferior:"{models} is no worse than {best} by more than {margin} per 1,00\
0 (non-inferior).",all_non_inferior:"{models} are no worse than {best} by more than {margin} per 1,000 (non-inferior).",flip_alone:"{ahead} is ahead from {low} \
to {high} (confidence {confidence})",flip:"{ahead} from {low} to {high}",flips:"Within the range, others are ahead of {best} beyond chance: {flips}.",and:" and ",
comma:", ",together:"The intervals hold for all {count} comparisons together.",outside:"No such prevalence was observed (it was {observed}): all this rests on l\
abel shift, that is on scores being spread alike there, among cases and among non-cases.",outside_groups:"No such prevalence was observed (it was {observed}, an\
d {low} to {high} in the groups): all this rests on label shift, that is on scores being spread alike there, among cases and among non-cases."},opening:{patients:"\
{patients} patients, {positives} with the outcome ({prevalence}).",clusters:"{patients} rows in {clusters} clusters ({cluster}), {positives} with the outcome ({\
prevalence}).",deployment:"Prevalence where the model will be used: {prevalence}. Cost of errors: {cost}; threshold probability: {threshold}.",dropped:"{dropped\
} of {rows} rows were dropped (missing: {reasons}).",dropped_because:"{column} in {rows}",calibrated_to:"Training prevalence, to which scores are calibrated: {m\
odels}.",calibrated_to_one:"{model} {prevalence}",calibrated_to_all:"{model} {prevalence} (observed in all patients, also for groups)",calibrated_to_observed:"T\
he scores are taken as calibrated to the observed prevalence of the patients they are judged on.",binned:"Scores were binned into narrow steps of log odds where\
 the patients are."},tables:{models:"Which model?",models_level:"{score} ({level} CI)",models_loss:"lost to miscalibration, {short}",models_note:"Net benefit in\
 {unit}; zero is treat none. The loss to miscalibration is corrected for optimism.",models_note_of_accuracy:"In percent: {units} and what is lost of it. The los\
s to miscalibration is corrected for optimism.",decisions:"At the decision threshold",treat_at_or_above:"treat at or above",decisions_by:"At the decision thresh\
old, by {column}",counts_by:"Per 1,000 patients at the decision threshold, by {column}",threshold_probability:"threshold probability",cutoff_on_score:"treat at \
or above a score of",decisions_note:"Sensitivity and specificity in these patients, at this cut-off. Predictive values, and counts per 1,000 patients, at a prev\
alence of {prevalence}, {which}. The cut-off is taken as fixed. In brackets: {level} CI.",decisions_note_by:"Sensitivity and specificity in the patients of the \
group, at its cut-off (median prevalence and cost). Predictive values, and counts per 1,000 patients, at a prevalence of {prevalence}, {which}.",decisions_note_by_observed:"\
Sensitivity and specificity in the patients of the group, at its cut-off. Predictive values, and counts per 1,000 patients, at the prevalence observed in the gr\
oup.",nobody:{ppv:"no patient's score reaches the cut-off of {cutoff}: nobody is treated.",npv:"no patient's score is below the cut-off of {cutoff}: everybody i\
s treated."},decisions_at_median:"the median of the deployment",decisions_at_stated:"that of the deployment",decisions_at_observed:"the observed one, whose erro\
r the intervals include",differences:"Differences on the same patients",minus:"minus",confidence:"confidence",confidence_above_margin:"confidence above {margin}",
adjusted:"adjusted CI",differences_note:"Every model decides about the same patients, so that what is common to them cancels. The CI holds for one comparison at\
 a time; the adjusted CI for all {count} together. Confidence: one-sided, that the difference is above zero.",differences_note_margin:"Confidence above {margin}\
: that it is above the margin.",order_note:"The CI holds for one comparison at a time; the adjusted CI for all comparisons in all {groups} groups together.",models_note_adjusted:"\
Picked as the best of {count} by looking, {model} has an adjusted CI of {low} to {high}.",usual:"Usual measures",usual_note:"Accuracy at this cut-off, the decis\
ion threshold, in these patients. Calibrated: calibration in the large 0, slope 1, observed/expected 1.",not_available:"{model}: no {measures}, because {why}",not_available_or:"\
 or ",slope_far_from_one:"{model}: a slope of {slope} says its risks are too {how}: recalibrate before use.",too_extreme:"extreme",too_moderate:"moderate",groups_zero:"\
Net benefit; zero is treat none.",groups_same_threshold_observed:"In every group the cut-off on the score is the threshold probability: each group is judged at \
its observed prevalence, to which its scores are taken as calibrated.",groups_own_threshold_observed:"Each group has a cut-off of its own: its scores are moved \
from the prevalence they are calibrated to, which is the same for all groups, to the one observed in the group.",groups_own_threshold_stated:"Each group has a c\
ut-off of its own: its scores are taken as calibrated to its observed prevalence, and moved from there to that of the deployment. Taken as calibrated to one pre\
valence (--source-prevalence all, or a number), they have one cut-off in all groups.",groups_same_threshold_stated:"All groups have one cut-off: in each, scores\
 are moved from the same prevalence to that of the deployment.",groups_of_models:"{models}: {sentence}",one_threshold:"one cut-off for all",with_one_threshold:"\
{score} with it",groups_one_threshold:"One cut-off for all is that of everyone; the interval of its net benefit is for that cut-off as it is.",groups_expected:"\
Observed/expected: cases over the sum of the scores, as they are unless a training prevalence is stated; 1 is calibrated.",together:"all {comparisons} together",
several_note:"{comparisons} groups are compared: of single intervals, one in {one_in} misses by chance.",together_note:"The last column holds for all {compariso\
ns} comparisons together at {level} (Sidak); of single intervals, one in {one_in} misses by chance.",gaps:"Why groups differ",gap_between:"{group} minus {refere\
nce}",gaps_note:"Zero is treat none. Total: each group at its observed prevalence. Difference at equal prevalence: both at {place}. Discrimination and calibrati\
on are corrected for optimism.",gaps_place:"{prevalence}",gaps_place_between:"prevalences between the two",model:"model",group:"group",patients:"patients",rows:"\
rows",events:"events",part:"part",by:"By {column}",not_estimable:"not estimable",order_in_groups:"Does the order hold in each group?"},readings:{group:"with sco\
res calibrated in each group",all:"with scores calibrated to all patients",depends:"{group} minus {reference}: at equal prevalence the answer depends on what th\
e scores are calibrated to. To each group's own prevalence, the difference is {by_group}; to that of all patients, moved to each group's by label shift, it is {\
by_all}.",supports_group:"Calibration agrees between the two under the first (observed/expected {ratios_group}) and not under the second ({ratios_all}), which s\
upports the first.",supports_all:"Calibration agrees between the two under the second (observed/expected {ratios_all}) and not under the first ({ratios_group}),\
 which supports the second.",supports_neither:"Calibration differs between the two under both (observed/expected {ratios_group}; {ratios_all}), which supports n\
either: recalibrate in each group before comparing them.",cannot_tell:"Their calibration cannot tell which holds (observed/expected {ratios_group} under the fir\
st; {ratios_all} under the second).",ratios:"{first} and {second}",other_is_used:"The tables use the other: --source-prevalence {reading} asks for this one."},cautions:{
mean:"the mean score is {mean}, but {prevalence} of the {patients} have the outcome: observed/expected {ratio}. {advice}",mean_advice:"If the scores are calibra\
ted to another prevalence, state it (source_prevalence, --source-prevalence); otherwise the model is miscalibrated.",groups:"judged by group, scores are {how} (\
observed/expected) in {groups}.",too_high:"too high",too_low:"too low",group_advice:"Either recalibrate there, or the scores are calibrated to the prevalence of\
 all patients: then say so (source_prevalence, --source-prevalence all).",recalibrate:"Recalibrate there before use.",more_groups:"and {number} more",heap_at:"{\
at} of {of} {patients} score exactly {cut}, the cut-off. They count as treated; at a slightly lower prevalence they would not. A range does not hang on this.",heap_near:"\
{at} of {of} {patients} have {same} score, {score}. The cut-off, {cut}, rests on the observed prevalence and may lie on either side of it ({low} to {high}), so \
that all of them are treated, or none. A range does not hang on this.",same:"one and the same",same_bin:"nearly the same",cluster:"one cluster of {column} holds\
 {share} of the {patients} (by weight, where there are weights). Intervals rest on few clusters, and are rough.",in_groups:"{group} {ratio}"},across:{name:"{pre\
valence}, {cost}",title:"Across the deployments",deployment:"deployment",conclusion:"verdict",model:"best model",difference:"minus without a model, per 1,000",use:"\
{best}",tied:"too close to call: {models}",none_better:"no model shown to be better than deciding without one",worse:"{best}: every model is worse",note:"Best m\
odel: that of the highest net benefit there; in true positives per 1,000 patients more than deciding without a model ({level} CI, adjusted as in the verdict for\
 all comparisons at the deployment)."},study:{unfilled:'the study is not filled in. Decide, and write in place of "?":{questions}',question:`
  {question}`,deployments:"Deployments: {deployments}.",deployment:"{name} ({words})",prevalence:'prevalence: how common is the outcome where the model will be \
used? One value, "5%", or a range, "1%..10%"; leave the line out for the observed prevalence.',cost:'cost: how many unnecessary treatments is one missed case wo\
rth? If 30, write "1:30"; if 5 to 50, "1:50..1:5".',outcome:"outcome: which column holds the outcome?",scores:"scores: which columns hold predicted probabilitie\
s?"},measures:{accuracy:"accuracy",brier:"Brier score",log_loss:"log loss",calibration_intercept:"calibration in the large",calibration_slope:"calibration slope",
observed_expected:"observed/expected",mean_score:"mean score"},rates:{sensitivity:"sensitivity",specificity:"specificity",ppv:"positive predictive value",npv:"n\
egative predictive value"},counts:{treated_per_1000:"treated, per 1,000",true_positives_per_1000:"true positives (cases found), per 1,000",false_negatives_per_1000:"\
missed cases, per 1,000",false_positives_per_1000:"false positives (treated unnecessarily), per 1,000"},short_names:{sensitivity:"sensitivity",specificity:"spec\
ificity",ppv:"PPV",npv:"NPV",treated_per_1000:"treated",true_positives_per_1000:"true positives (cases found)",false_negatives_per_1000:"missed cases",false_positives_per_1000:"\
false positives (unnecessary)"},gap_parts:{total:"total",mechanism:"difference at equal prevalence",sharpness:"discrimination",calibration:"calibration",label_shift:"\
label shift"}};var WORDS=words_default;function fill(template,values){return template.replace(/\{(\w+)\}/g,(_,key)=>values[key])}var TREAT_ALL=WORDS.names.treat_all,TREAT_NONE=WORDS.names.treat_none,WITHOUT_A_MODEL=WORDS.names.without_a_model,DEFAULT_STRATEGIES=[TREAT_ALL,TREAT_NONE,WITHOUT_A_MODEL],
SINGLE_STRATEGIES=[TREAT_ALL,TREAT_NONE],INVISIBLE=/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;function cleanName(name){
return String(name).replace(INVISIBLE," ").trim()||"(no name)"}function isolate(name){return/[\u0590-\u08ff\ufb1d-\ufefc]/.test(name)?`⁨${name}⁩`:name}function nameText(name){
return isolate(cleanName(name))}var NET_BENEFIT={weighted:!1,prices:(x,k)=>[expit(x),Math.exp(k)*expit(-x)],priceSlopes:x=>[expit(-x),-expit(x)],costMovesSlopes:!1},SHARE_OF_WHAT_IS_RIGHT={weighted:!0,
prices:(x,k)=>[expit(x-k),expit(k-x)],priceSlopes:(x,k)=>[expit(k-x),-expit(x-k)],costMovesSlopes:!0},TABLE=[{name:"net benefit",label:"net benefit",zero:TREAT_NONE,
usesCost:!0,...NET_BENEFIT},{name:"per 1,000",label:"net benefit per 1,000",zero:TREAT_NONE,usesCost:!0,...NET_BENEFIT},{name:"weighted accuracy",label:"weighte\
d accuracy",zero:null,usesCost:!0,...SHARE_OF_WHAT_IS_RIGHT},{name:"accuracy",label:"accuracy",zero:null,usesCost:!1,overCosts:"per 1,000",...SHARE_OF_WHAT_IS_RIGHT}],
UNITS=TABLE.map(unit=>({overCosts:unit.name,...unit,scale:WORDS.units[unit.name]})),FIRST_UNIT="per 1,000",byName=new Map(UNITS.map(unit=>[unit.name,unit]));function unitOf(name){
return byName.get(name)}function logCosts(units,cost){return unitOf(units).usesCost?cost.map(logit):[0,0]}var unitsKey=units=>units.replace(/[^a-z0-9]+/g,"-");function encodeName(name){try{return encodeURIComponent(name)}catch{return encodeURIComponent(name.replace(
/[\ud800-\udfff]/g,"�"))}}function findName(written,names){let exact=names.find(name=>encodeName(name)===written);if(exact!==void 0)return exact;try{let plain=decodeURIComponent(
written);return names.find(name=>name===plain)}catch{return}}var tidyNumber=x=>String(Number(x.toPrecision(12)));function writeCost(c){return c<=.5?`1:${tidyNumber(
(1-c)/c)}`:`${tidyNumber(c/(1-c))}:1`}function readCost(text){let[needless,missed,...more]=text.split(":").map(side=>side.trim()===""?NaN:Number(side));return more.
length>0?NaN:missed===void 0?needless:needless/(needless+missed)}var writeRange=([low,high],write)=>low===high?write(low):`${write(low)}..${write(high)}`;function readRange(text,read,[
least,most]){let ends2=text.split("..").map(read);if(ends2.length>2||!ends2.every(end=>end>0&&end<1))return;let[low,high]=[Math.min(...ends2),Math.max(...ends2)];
return[clamp(low,least,most),clamp(high,least,most)]}var sameRange=(a,b)=>a===b||a!==null&&b!==null&&a.every((end,at)=>Math.abs(end-b[at])<=1e-11*end);function sameState(a,b){
return sameRange(a.prevalence,b.prevalence)&&sameRange(a.cost,b.cost)&&a.units===b.units&&a.group===b.group&&a.models.length===b.models.length&&a.models.every((name,at)=>name===
b.models[at])}function fragmentOf(state,own){let parts=[];return sameRange(state.prevalence,own.prevalence)||parts.push(`prevalence=${state.prevalence===null?"o\
wn":writeRange(state.prevalence,tidyNumber)}`),sameRange(state.cost,own.cost)||parts.push(`cost=${writeRange(state.cost,writeCost)}`),state.units!==own.units&&parts.
push(`units=${unitsKey(state.units)}`),state.group!==own.group&&parts.push(state.group===null?"everyone":`group=${encodeName(state.group)}`),state.models.join("\
\0")!==own.models.join("\0")&&parts.push(`models=${state.models.map(encodeName).join(",")}`),parts.join("&")}function fragmentParts(fragment){let parts=new Map;
for(let part of fragment.replace(/^#/,"").split("&")){let[name,...rest]=part.split("=");parts.has(name)||parts.set(name,rest.join("="))}return parts}function readModels(written,models){
let chosen=new Set(written.split(",").map(name=>findName(name,models)));return models.filter(name=>chosen.has(name))}function stateOf(fragment,engine){let{own,limits}=engine,
parts=fragmentParts(fragment),read=(name,reader)=>parts.has(name)?reader(parts.get(name)):void 0,judged=engine.groups.filter(({estimable})=>estimable).map(({name})=>name),
prevalence=read("prevalence",text=>text==="own"?null:readRange(text,readShare,limits.prevalence)),models=read("models",text=>readModels(text,engine.models))??[];
return{prevalence:prevalence===void 0?own.prevalence:prevalence,cost:read("cost",text=>readRange(decodedCost(text),readCost,limits.cost))??own.cost,units:read("\
units",text=>UNITS.find(({name})=>unitsKey(name)===text)?.name)??own.units,group:read("group",text=>findName(text,judged))??(parts.has("everyone")?null:own.group),
models:models.length>0?models:own.models}}var decodedCost=text=>text.replace(/%3a/gi,":");function readShare(text){let plain=text.replace(/%(25)?$/,"");return plain.
trim()===""?NaN:plain===text?Number(text):Number(plain)/100}function gainsOf(deployment){let{prevalence,cost,units}=deployment,key=`${prevalence}|${cost}|${units}`;if(!lately.has(key)){lately.size>100&&lately.clear();let exact=exactGains(
deployment);lately.set(key,exact.step===null?tabulate(exact):exact)}return lately.get(key)}var lately=new Map;function exactGains({prevalence,cost,units}){let x=prevalence.
map(logit),k=logCosts(units,cost),{weighted,prices}=unitOf(units),oneX=x[1]-x[0]<NO_WIDTH,oneK=k[1]-k[0]<NO_WIDTH;if(oneX&&oneK)return stepGains((k[0]+k[1])/2,(x[0]+
x[1])/2,prices);if(oneX||oneK){let low=k[0]-x[1],high=k[1]-x[0];return weighted?smoothGains(low,high,0):oneK?smoothGains(low,high,k[0]):costGains(low,high,prevalence[0])}
return tabulatedGains(x,k,weighted)}var NO_WIDTH=1e-10;function stepGains(k,x,prices){let z=k-x,[positiveTotal,negativeTotal]=prices(x,k);return{step:z,positiveTotal,
negativeTotal,low:z,high:z}}function smoothGains(low,high,k){let width=high-low,price=Math.exp(k)/width,most=softplus(k-low),rest=softplus(high-k);return{step:null,
corners:[low,high],positive:L=>(most-softplus(k-clamp(L,low,high)))/width,negative:L=>(rest-softplus(clamp(L,low,high)-k))*price,weight:L=>expit(k-L)/width}}function costGains(low,high,prevalence){
let height=prevalence/(high-low),most=Math.exp(high);return{step:null,corners:[low,high],positive:L=>height*(clamp(L,low,high)-low),negative:L=>height*(most-Math.
exp(clamp(L,low,high))),weight:()=>height}}function tabulatedGains(x,k,weighted){let area=(x[1]-x[0])*(k[1]-k[0]),corners=[k[0]-x[1],k[0]-x[0],k[1]-x[1],k[1]-x[0]].
sort((a,b)=>a-b),weight=z=>{let from=Math.max(x[0],k[0]-z),to=Math.min(x[1],k[1]-z);return to<=from?0:(weighted?expit(-z)*(to-from):softplus(to)-softplus(from))/
area};return{step:null,corners:corners.filter((z,i)=>i===0||z-corners[i-1]>NO_WIDTH),weight}}var PANELS=512,GAUSS=gaussLegendre(5);function tabulate({corners,positive,
negative:negative2,weight}){let pieces=corners.length-1,below=positive?null:integrals(corners,weight),table=new Lookup(corners,pieces);for(let piece=0;piece<pieces;piece++){
let step=(corners[piece+1]-corners[piece])/PANELS;for(let i=0;i<=PANELS;i++){let z=corners[piece]+i*step,v=weight(clamp(z,corners[piece]+1e-13,corners[piece+1]-
1e-13)),place=piece*(PANELS+1)+i;table.set(place,positive?positive(z):below.positive[place],negative2?negative2(z):below.negative[place],v*step,Math.exp(z))}}return table}
function integrals(corners,weight){let pieces=corners.length-1,positive=new Float64Array(pieces*(PANELS+1)),negative2=new Float64Array(pieces*(PANELS+1)),sums=[
0,0];for(let piece=0;piece<pieces;piece++){let step=(corners[piece+1]-corners[piece])/PANELS;for(let i=0;i<=PANELS;i++){let place=piece*(PANELS+1)+i;[positive[place],
negative2[place]]=sums,i<PANELS&&(sums=sums.map((sum,which)=>sum+panel(weight,corners[piece]+i*step,step,which)))}}let total2=sums[1];return{positive,negative:negative2.
map(sum=>total2-sum)}}function panel(weight,low,step,which){let sum=0;for(let j=0;j<GAUSS.nodes.length;j++){let z=low+(GAUSS.nodes[j]+1)/2*step;sum+=GAUSS.weights[j]*
weight(z)*(which===0?1:Math.exp(z))}return sum*step/2}var Lookup=class{constructor(corners,pieces){let length=pieces*(PANELS+1);this.step=null,this.corners=corners,
this.low=corners[0],this.high=corners[pieces];for(let name of["values","slopes","otherValues","otherSlopes"])this[name]=new Float64Array(length);this.perUnit=corners.
slice(1).map((end,i)=>PANELS/(end-corners[i]))}set(place,positive,negative2,slope,odds){this.values[place]=positive,this.slopes[place]=slope,this.otherValues[place]=
negative2,this.otherSlopes[place]=-slope*odds}get positiveTotal(){return this.values[this.values.length-1]}get negativeTotal(){return this.otherValues[0]}positive(L){
return this.#at(this.values,this.slopes,L)}negative(L){return this.#at(this.otherValues,this.otherSlopes,L)}#at(values,slopes,L){if(L<=this.low)return values[0];
if(L>=this.high)return values[values.length-1];let piece=this.#piece(L),place=(L-this.corners[piece])*this.perUnit[piece],panelNumber=Math.min(place|0,PANELS-1),
t=place-panelNumber,i=piece*(PANELS+1)+panelNumber,rise=values[i+1]-values[i],first=slopes[i],last=slopes[i+1];return values[i]+t*(first+t*(3*rise-2*first-last+
t*(first+last-2*rise)))}#piece(L){let piece=this.perUnit.length-1;for(;piece>0&&L<this.corners[piece];)piece--;return piece}weight(L){if(L<=this.low||L>=this.high)
return 0;let piece=this.#piece(L),place=(L-this.corners[piece])*this.perUnit[piece],panelNumber=Math.min(place|0,PANELS-1),i=piece*(PANELS+1)+panelNumber,t=place-
panelNumber;return(this.slopes[i]+t*(this.slopes[i+1]-this.slopes[i]))*this.perUnit[piece]}};function gainAt(gains,evidence,isCase){return gains.step===null?isCase?
gains.positive(evidence):gains.negative(evidence):evidence>=gains.step-1e-9===isCase?isCase?gains.positiveTotal:gains.negativeTotal:0}var COLUMNS=[["x",1e4],["s",1e4],["y",1e4],["t",1e4],["r",100],["n",1],["w",1],["q",1]],ROOT3=Math.sqrt(3),SAMPLED=201,Side=class{constructor(parts){this.length=
parts.reduce((sum,part)=>sum+part.n.length,0);for(let[name,unit]of COLUMNS)this[name]=this.#column(parts,name,unit);this.weight=total(this.w),this.squares=total(
this.q),this.patients=total(this.n),this.size=this.squares>0?this.weight**2/this.squares:0,this.sample=sampled(this.n,this.patients),this.nodes=ends(this.x,this.
s),this.otherNodes=this.y&&ends(this.y,this.t)}#column(parts,name,unit){let from=part=>part[name]??(name==="w"||name==="q"?part.n:null);if(parts.some(part=>from(
part)===null))return null;let column=new Float64Array(this.length),place=0;for(let part of parts)column.set(from(part),place),place+=from(part).length;if(unit>1)
for(let i=0;i<column.length;i++)column[i]/=unit;return column}get scale(){return this.knownScale??=silverman(this),this.knownScale}reached(threshold){let sum=0;
for(let i=0;i<this.length;i++)sum+=this.w[i]*shareAbove(this.x[i],this.s[i],threshold);return sum/this.weight}};function mergeBins(parts){let cells=new Map;for(let part of parts)
for(let i=0;i<part.n.length;i++){let key=part.s[i]===0?`=${part.x[i]}`:Math.floor(part.x[i]/WIDE),[w,q]=[part.w?.[i]??part.n[i],part.q?.[i]??part.n[i]],sums=cells.
get(key)??[0,0,0,0,0],more=[part.n[i],w,q,w*part.x[i],w*(part.x[i]**2+part.s[i]**2)];cells.set(key,sums.map((sum,k)=>sum+more[k]))}let merged={x:[],s:[],n:[],w:[],
q:[]};for(let[n,w,q,first,second]of cells.values()){let x=first/w,variance=second/w-x*x,bin={x,s:variance>1e-12*(1+x*x)?Math.sqrt(variance):0,n,w,q};for(let name of Object.
keys(merged))merged[name].push(bin[name])}return[merged]}var WIDE=625;function shareAbove(x,s,threshold){if(s===0)return x>=threshold-1e-9?1:0;let half=ROOT3*s;
return clamp((x+half-threshold)/(2*half),0,1)}function ends(x,s){return[x.map((value,i)=>value+s[i]),x.map((value,i)=>value-s[i])]}function total(values){let sum=0;
if(values!==null)for(let value of values)sum+=value;return sum}function sampled(n,patients){let places=new Int32Array(Math.min(SAMPLED,Math.max(1,Math.round(patients)))),
bin=0,below=n.length?n[0]:0;for(let i=0;i<places.length;i++){let place=(i+.5)/places.length*patients;for(;below<place&&bin<n.length-1;)below+=n[++bin];places[i]=
bin}return places}function silverman(side){let order=[...side.x.keys()].filter(i=>Math.abs(side.x[i])<CERTAIN).sort((a,b)=>side.x[a]-side.x[b]),n=0,mean=0;for(let i of order)
n+=side.n[i],mean+=side.n[i]*side.x[i];mean/=n;let squares=0;for(let i of order)squares+=side.n[i]*((side.x[i]-mean)**2+side.s[i]**2);let quartile=share=>{let below=0;
for(let i of order){if(below+side.n[i]>=share*n){let within2=(share*n-below)/side.n[i]-.5;return side.x[i]+2*ROOT3*side.s[i]*within2}below+=side.n[i]}return 0},
spread=(quartile(.75)-quartile(.25))/1.34;return Math.min(Math.sqrt(squares/n),spread>0?spread:1/0)}var CERTAIN=40;var IsotonicBlocks=class{constructor({from,cases,others,case_squares:caseSquares,other_squares:otherSquares}){let n=from.length,zeros=new Float64Array(n),side=(w,q)=>new Side(
[{x:zeros,s:zeros,n:w,w,q:q??w}]);this.from=Float64Array.from(from),this.sides=[side(cases,caseSquares),side(others,otherSquares)];let base=Math.log(this.sides[0].
weight/this.sides[1].weight);this.evidence=Float64Array.from(cases,(p,i)=>clamp(Math.log(p/others[i])-base,-CERTAIN,CERTAIN))}shareFrom(which,first){return this.
sums??=this.sides.map(side=>{let sums=new Float64Array(side.length+1);for(let i=side.length-1;i>=0;i--)sums[i]=sums[i+1]+side.w[i]/side.weight;return sums}),this.
sums[which][first]}placeOf(logOdds,which){let{w}=this.sides[which],step=which===0?1:-1,place=this.#place(logOdds),start=place;for(;place>=0&&place<w.length&&w[place]===
0;)place+=step;if(place>=0&&place<w.length)return place;for(place=start;place>=0&&place<w.length&&w[place]===0;)place-=step;return clamp(place,0,w.length-1)}#place(logOdds){
let low=0,high=this.from.length-1;for(;low<high;){let middle=low+high+1>>1;this.from[middle]<=logOdds+1e-9?low=middle:high=middle-1}return low}};var Clusters=class{constructor(page){Object.assign(this,page.clusters),this.slices=page.slices,this.gaps=page.gaps,this.index=new Map(this.cells.map(([group,model,
which,cell],place)=>[`${group}|${model}|${which}|${cell}`,place])),this.places=new Map,this.packed=Float64Array.from(this.cells.flatMap((_,place)=>this.directions.
map(one=>one[place])))}between(profiles){let slices=profiles.map(profile=>profile.sample.slice),along=profiles.map(profile=>this.#along(profile)),excess=0;for(let k=0;k<
this.values.length;k++){let sum=along[0][k]-(along[1]?.[k]??0);excess+=this.values[k]*sum*sum}if(this.with_own)for(let profile of profiles)excess-=this.#own(profile);
return{...this.about(slices),excess}}about(slices){let{degrees,factor,prevalence_factor:prevalenceFactor}=slices.length===1?this.slices[slices[0]].clustering:this.#compared(
slices);return{degrees,factor,prevalenceFactor}}#compared(slices){return this.gaps.find(gap=>gap.slices.every((slice,i)=>slice===slices[i])).clustering}#own(profile){
let means=this.#cellMeans(profile);if(means===null)return this.#ownOfPair(profile);let sum=0;for(let which of[0,1]){let{squares}=this.#placesOf(profile.sample,which);
for(let i=0;i<squares.length;i++)sum+=squares[i]*means[which][i]**2}return sum}#ownOfPair({sample,clusterParts:[one,other]}){let sum=this.#own(one)+this.#own(other),
means=[one,other].map(profile=>this.#cellMeans(profile));for(let which of[0,1]){let side=sample.sides[which],spans=[one,other].map((profile,i)=>this.#spansOf(sample,
profile.sample,which,i));for(let bin=0;bin<side.length;bin++){let product=meanProduct([spans[0][bin],spans[1][bin]],[means[0][which],means[1][which]],side.r[bin]);
sum-=2*side.q[bin]*product}}return sum}#along(profile){return profile.knownAlong??=profile.clusterParts?this.#difference(profile.clusterParts):this.#sums(profile),
profile.knownAlong}#difference([one,other]){let theirs=this.#along(other);return this.#along(one).map((sum,k)=>sum-theirs[k])}#sums(profile){let many=this.values.
length,sums=new Float64Array(many),means=this.#cellMeans(profile);for(let which of[0,1]){let{used}=this.#placesOf(profile.sample,which);for(let i=0;i<used.length;i++)
for(let k=0;k<many;k++)sums[k]+=means[which][i]*this.packed[used[i]*many+k]}return sums}#cellMeans(profile){return profile.knownMeans??=profile.clusterParts?this.#meansOfParts(
profile):[0,1].map(which=>this.#meansOf(profile,which)),profile.knownMeans}#meansOfParts({sample,clusterParts:[one,other]}){if(sample.models.length>1)return null;
let theirs=this.#cellMeans(other);return this.#cellMeans(one).map((means,which)=>means.map((mean,i)=>mean-theirs[which][i]))}#meansOf(profile,which){let{places,
weights}=this.#placesOf(profile.sample,which),sums=cellSums(profile,which,places,weights.length);for(let i=0;i<sums.length;i++)sums[i]/=weights[i];return sums}#placesOf(sample,which){
let key=`${sample.key}|${which}`;return this.places.has(key)||this.places.set(key,this.#numberCells(sample,which)),this.places.get(key)}#numberCells(sample,which){
let side=sample.sides[which],all=this.#cellsOf(sample,sample.models[0],which,side.x),numbers=new Map,[weights,squares]=[[],[]],places=new Int32Array(side.length).
fill(-1);return all.forEach((place,bin)=>{if(place<0)return;numbers.has(place)||numbers.set(place,numbers.size);let number=numbers.get(place);places[bin]=number,
weights[number]=(weights[number]??0)+side.w[bin],squares[number]=(squares[number]??0)+side.q[bin]}),{places,numbers,used:Int32Array.from(numbers.keys()),weights:Float64Array.
from(weights),squares}}#spansOf(joint,own,which,place){let key=`${joint.key}|${own.key}|${which}`;if(!this.places.has(key)){let side=joint.sides[which],[x,s]=place===
0?[side.x,side.s]:[side.y,side.t],{numbers}=this.#placesOf(own,which),[model]=own.models,groups=joint.groupOfBin(which),number=(group,cell)=>numbers.get(this.index.
get(`${group}|${model}|${which}|${cell}`))??-1;this.places.set(key,groups.map((group,bin)=>spanOf(this.edges[model][which],x[bin],s[bin]).map(({cell,until})=>({
cell:number(group,cell),until}))))}return this.places.get(key)}#cellsOf(sample,model,which,x){return Int32Array.from(sample.groupOfBin(which),(group,bin)=>{let cell=countBelow(
this.edges[model][which],x[bin]);return this.index.get(`${group}|${model}|${which}|${cell}`)??-1})}};function countBelow(edges,x){let count=0;for(;count<edges.length&&
edges[count]<=x;)count++;return count}function cellSums(profile,which,places,count){let side=profile.sample.sides[which],contribution=profile.contribution(which),
sums=new Float64Array(count);for(let i=0;i<places.length;i++)places[i]>=0&&(sums[places[i]]+=side.w[i]*contribution(i));return sums}function spanOf(edges,x,s){let half=ROOT3*
s,spans=[];for(let cell=countBelow(edges,x-half);;cell++){let end=edges[cell]??1/0;if(half===0||end>=x+half)return[...spans,{cell,until:1}];spans.push({cell,until:(end-
x+half)/(2*half)})}}function meanProduct(spans,means,r){let meanOf=({cell},i)=>cell<0?0:means[i][cell],alone=spans.map((span,i)=>{let[sum2,below2]=[0,0];for(let part of span)
sum2+=(part.until-below2)*meanOf(part,i),below2=part.until;return sum2}),[sum,below,a,b]=[0,0,0,0];for(;below<1;){let[one,other]=[spans[0][a],spans[1][b]],until=Math.
min(one.until,other.until);sum+=(until-below)*meanOf(one,0)*meanOf(other,1),below=until,one.until<=until&&a++,other.until<=until&&b++}let together=Math.max(r,0);
return together*sum+(1-together)*alone[0]*alone[1]}var Optimism=class{constructor(carried){Object.assign(this,carried)}at(gains){let sums=new Float64Array(this.correlation.length),squares=new Float64Array(this.correlation.
length),mean=0,below=this.#weightBelow(gains,this.start);for(let i=0;i<this.mean.length;i++){let next=this.#weightBelow(gains,this.start+(i+1)*this.step),weight=(next-
below)*(1+Math.exp(this.start+(i+.5)*this.step));mean+=weight*this.mean[i],sums[Math.floor(i/this.coarse)]+=weight*this.spread[i],squares[Math.floor(i/this.coarse)]+=
(weight*this.spread[i])**2,below=next}return{mean,variance:Math.max(this.#variance(sums,squares),0)}}#weightBelow(gains,z){return gains.step!==null?z>gains.step?
gains.positiveTotal:0:gains.positive(z)}#variance(sums,squares){let many=this.coarse,variance=0;for(let i=0;i<sums.length;i++){if(squares[i]===0)continue;let within2=clamp(
(this.coherence[i]**2-1/many)/(1-1/many),0,1);variance+=(1-within2)*squares[i]+within2*sums[i]**2;let row=this.correlation[i];for(let j=0;j<i;j++)variance+=2*sums[i]*
this.coherence[i]*sums[j]*this.coherence[j]*row[j]/100}return variance}};var GRID={low:-24,high:24,perUnit:64},Shares=class{constructor(sides){this.reached=sides.map(gridShares),this.heaps=sides.map(heapShares),this.values=[...new Set(
this.heaps.flatMap(({values})=>[...values]))].sort((a,b)=>a-b)}above(which,logOdds){let place=(clamp(logOdds,GRID.low,GRID.high)-GRID.low)*GRID.perUnit,i=Math.min(
Math.floor(place),this.reached[which].length-2),shares=this.reached[which];return shares[i]+(place-i)*(shares[i+1]-shares[i])+this.#heapsAbove(this.heaps[which],
logOdds)}#heapsAbove({values,above},logOdds){let low=0,high=values.length;for(;low<high;){let middle=low+high>>1;values[middle]>=logOdds-1e-9?high=middle:low=middle+
1}return above[low]}};function heapShares(side){let bins=[...side.s.keys()].filter(bin=>side.s[bin]===0).sort((a,b)=>side.x[a]-side.x[b]),above=new Float64Array(
bins.length+1);for(let i=bins.length-1;i>=0;i--)above[i]=above[i+1]+side.w[bins[i]]/side.weight;return{values:Float64Array.from(bins,bin=>side.x[bin]),above}}function gridShares(side){
let count=(GRID.high-GRID.low)*GRID.perUnit+1,steps=new Float64Array(count+1);for(let bin=0;bin<side.length;bin++){if(side.s[bin]===0)continue;let half=ROOT3*side.
s[bin],from=clamp(Math.ceil((side.x[bin]-half-GRID.low)*GRID.perUnit),0,count),to=clamp(Math.floor((side.x[bin]+half-GRID.low)*GRID.perUnit),-1,count-1);steps[0]+=
side.w[bin],steps[from]-=side.w[bin];for(let i=from;i<=to;i++){let share=side.w[bin]*shareAbove(side.x[bin],side.s[bin],GRID.low+i/GRID.perUnit);steps[i]+=share,
steps[i+1]-=share}}let sum=0,shares=new Float64Array(count);for(let i=0;i<count;i++)sum+=steps[i],shares[i]=clamp(sum/side.weight,0,1);return shares}var Samples=class{#known=new Map;constructor(page){this.page=page,this.clusters=page.clusters?new Clusters(page):null}of(slice,models){let key=`${slice}|${models.
join("|")}`;return this.#known.has(key)||this.#known.set(key,this.#create(slice,models,key)),this.#known.get(key)}#create(slice,models,key){let{groups,models:about,
prevalence}=this.page.slices[slice],tables3=models.length===1?this.page.models[models[0]]:this.#pair(models),rest=this.page.slices[slice].kind==="rest"&&!this.clusters,
parts=[0,1].map(which=>groups.map(group=>tables3.lines[group][which])),sides=parts.map(bins=>new Side(rest?mergeBins(bins):bins)),groupOfBin=which=>groups.flatMap(
(group,i)=>new Array(parts[which][i].n.length).fill(group));return new Sample({key,slice,models,sides,about,prevalence,clusters:this.clusters,groupOfBin})}#pair(models){
return this.page.pairs.find(pair=>pair.models[0]===models[0]&&pair.models[1]===models[1])}},Sample=class{constructor(parts){Object.assign(this,parts)}get shares(){
return this.knownShares??=new Shares(this.sides),this.knownShares}get blocks(){return this.knownBlocks??=new IsotonicBlocks(this.about[this.models[0]].pools),this.
knownBlocks}get blockPlaces(){return this.knownPlaces??=this.sides.map((side,which)=>side.nodes.map(ends2=>Int32Array.from(ends2,x=>this.blocks.placeOf(x,which)))),
this.knownPlaces}get optimism(){return this.knownOptimism??=new Optimism(this.about[this.models[0]].optimism),this.knownOptimism}};function sourceShift(page,sample){
return logit(statedSource(page,sample)??sample.prevalence)}function statedSource(page,sample){let{source,source_of_all:ofAll}=page.models[sample.models[0]];return ofAll&&
sample.slice!==EVERYONE?page.slices[EVERYONE].prevalence:source}var EVERYONE=0;var COSTS=gaussLegendre(9);function costsOf(state){let[low,high]=logCosts(state.units,state.cost);return high-low<1e-10?[[low,1]]:Array.from(COSTS.nodes,(node,i)=>[
(low+high)/2+node*(high-low)/2,COSTS.weights[i]/2])}function valueOver(costs,sample,shift,{prices},x){let sum=0;for(let[k,share]of costs){let cut=k-x+shift,[positive,
negative2]=prices(x,k);sum+=share*(positive*sample.shares.above(0,cut)-negative2*sample.shares.above(1,cut))}return sum}function valueAt(page,sample,state,x){return valueOver(
costsOf(state),sample,sourceShift(page,sample),unitOf(state.units),x)}function recalibratedAt(sample,state,x){let{blocks}=sample,{prices}=unitOf(state.units),sum=0;
for(let[k,share]of costsOf(state)){let first=0;for(;first<blocks.evidence.length&&blocks.evidence[first]<k-x-1e-9;)first++;let[positive,negative2]=prices(x,k);sum+=
share*(positive*blocks.shareFrom(0,first)-negative2*blocks.shareFrom(1,first))}return sum}function treatAllAt(state,x){let{prices}=unitOf(state.units),sum=0;for(let[
k,share]of costsOf(state)){let[positive,negative2]=prices(x,k);sum+=share*(positive-negative2)}return sum}function spaced(low,high,count){let[a,b]=[logit(low),logit(
high)];return Array.from({length:count},(_,i)=>a+(b-a)*i/(count-1))}var ROOM=2.3;function axisAround(range,limits,count){let[a,b]=range.map(logit),room=Math.max(
ROOM,(b-a)*.6),low=Math.max(logit(limits[0]),a-room),high=Math.min(logit(limits[1]),b+room);return spaced(expit(low),expit(high),count)}function valueCurve(page,samples,names,state,range,limits){
let axis=axisAround(range,limits,121);return{prevalence:axis.map(expit),range,models:samples.map((sample,i)=>({...names[i],value:axis.map(x=>valueAt(page,sample,
state,x)),recalibrated:axis.map(x=>recalibratedAt(sample,state,x))})),treatAll:axis.map(x=>treatAllAt(state,x))}}function decisionCurve(page,samples,names,state,range,middle){
let axis=axisAround(range,[.000999000999000999,.999000999000999],121),x=logit(middle),at=k=>({...state,cost:[expit(k),expit(k)]});return{cost:axis.map(expit),scale:unitOf(
state.units).scale,range,prevalence:middle,models:samples.map((sample,i)=>({...names[i],value:axis.map(k=>valueAt(page,sample,at(k),x))})),treatAll:axis.map(k=>treatAllAt(
at(k),x))}}var NEARLY=2e-5;function winnerMap(page,samples,names,state,ranges,limits){let columns=axisAround(ranges.prevalence,limits.prevalence,48),rows=axisAround(
ranges.cost,limits.cost,32),shifts=samples.map(sample=>sourceShift(page,sample)),unit=unitOf(state.units),winner=rows.map(k=>{let costs=[[k,1]];return columns.map(
x=>{let best=samples.length+1,most=0,[positive,negative2]=unit.prices(x,k);positive-negative2>most+NEARLY&&([best,most]=[samples.length,positive-negative2]);for(let i=samples.
length-1;i>=0;i--){let value=valueOver(costs,samples[i],shifts[i],unit,x);value>most+NEARLY&&([best,most]=[i,value])}return best})});return{prevalence:columns.map(
expit),cost:rows.map(expit),names:[...names.map(({name})=>name),...SINGLE_STRATEGIES],winner,box:ranges}}function rocCurve(page,sample,name,deployment,auc){let{
shares}=sample,evenly=Array.from({length:241},(_,i)=>20-i/6),cuts=shares.values.length>400?evenly:[...evenly,...shares.values].sort((a,b)=>b-a),shift=sourceShift(
page,sample),point=(x,k2,what)=>{let cut=k2-x+shift;return{fpr:shares.above(1,cut),tpr:shares.above(0,cut),cutoff:expit(cut),what}},[low,high]=deployment.prevalence.
map(logit),k=logCosts(deployment.units,deployment.cost),points=[point((low+high)/2,(k[0]+k[1])/2,"middle")];return high-low>1e-10&&points.push(point(low,(k[0]+k[1])/
2,"lowest"),point(high,(k[0]+k[1])/2,"highest")),{...name,auc,fpr:[0,...cuts.map(cut=>shares.above(1,cut)),1],tpr:[0,...cuts.map(cut=>shares.above(0,cut)),1],points}}
var WINDOW=.25;function weightCurve(page,sample,name,deployment){let gains=gainsOf(deployment),shift=sourceShift(page,sample),axis=patientsAxis(sample,gains.low+
shift,gains.high+shift),mass=which=>{let side=sample.sides[which],half=Math.max(WINDOW,1.8*side.scale*side.patients**-.2||WINDOW);return axis.map(x=>(sample.shares.
above(which,x-half)-sample.shares.above(which,x+half))/(2*half))};return{...name,cutoff:axis.map(expit),density:weightOn(axis,gains,shift),cases:mass(0),nonCases:mass(
1)}}function weightOn(axis,gains,shift){let middle=(gains.low+gains.high)/2+shift,narrow=gains.high-gains.low<WINDOW/2,at=x=>narrow?+(Math.abs(x-middle)<WINDOW/
2):gains.weight(x-shift),raw=axis.map(at),total2=0;for(let i=1;i<axis.length;i++)total2+=(raw[i]+raw[i-1])/2*(axis[i]-axis[i-1]);return raw.map(value=>value/total2)}
function patientsAxis(sample,low,high){let{shares}=sample,until=done=>{let x=-16;for(;x<16&&!done(x);)x+=.125;return x},first=until(x=>Math.min(shares.above(0,x),
shares.above(1,x))<=.999),last=until(x=>Math.max(shares.above(0,x),shares.above(1,x))<=.001),from=Math.min(first-WINDOW,low-.5),to=Math.max(last+WINDOW,high+.5);
return Array.from({length:161},(_,i)=>clamp(from+(to-from)*i/160,-20,20))}function binGains(side,isCase,gains,shift,nodes=side.nodes){let gain=new Float64Array(side.length),half=new Float64Array(side.length);if(gains.step!==null)return stepBins(
side,isCase,gains,gains.step+shift,nodes,gain,half);let[uppers,lowers]=nodes;for(let i=0;i<gain.length;i++){let upper=isCase?gains.positive(uppers[i]-shift):gains.
negative(uppers[i]-shift),lower=isCase?gains.positive(lowers[i]-shift):gains.negative(lowers[i]-shift);gain[i]=(upper+lower)/2,half[i]=(upper-lower)/2}return{gain,
half}}function stepBins(side,isCase,gains,threshold,[uppers,lowers],gain,half){let most=isCase?gains.positiveTotal:gains.negativeTotal;for(let i=0;i<gain.length;i++){
let treated=shareAbove((uppers[i]+lowers[i])/2,(uppers[i]-lowers[i])/2,threshold);gain[i]=most*(isCase?treated:1-treated),half[i]=(isCase?most:-most)*Math.sqrt(
treated*(1-treated))}return{gain,half}}function meanSlope(side,isCase,gains,shift){if(gains.step!==null)return 0;let[uppers,lowers]=side.nodes,sum=0;for(let i=0;i<
uppers.length;i++){let a=uppers[i]-shift,b=lowers[i]-shift;if(a<=gains.low||b>=gains.high)continue;let slopes=isCase?gains.weight(a)+gains.weight(b):Math.exp(a)*
gains.weight(a)+Math.exp(b)*gains.weight(b);sum+=side.w[i]*slopes}return sum/2/side.weight}var Profile=class _Profile{constructor(sample,classes,ends2,derivative){
this.sample=sample,this.ends=ends2,this.derivative=derivative,this.moments=classes.map((one,which)=>momentsOf(sample.sides[which],one)),this.classes=classes,this.
moving=null,this.added=0}get value(){return this.moments[0].mean+this.moments[1].mean+this.added}movedBy(amount){return Object.assign(this.withDerivative(this.derivative),
{clusterParts:this.clusterParts,added:amount})}get reach(){return this.ends.map(([low,high])=>high-low)}get known(){return this.moving===null&&this.derivative===
0?this:(this.keptKnown??=this.moving===null?this.withDerivative(0):this.moving.known(),this.keptKnown)}valueAt(by){return this.moving===null?this.value+this.derivative*
by:this.moving.valueAt(by)}at(by){return this.moving===null?this:this.moving.at(by)}withDerivative(derivative){return Object.assign(Object.create(_Profile.prototype),
this,{derivative,moving:null,keptKnown:void 0,clusterParts:void 0,knownAlong:void 0,knownMeans:void 0})}spreads(){return this.moments.map((m,which)=>{let along=(which===
0?1:-1)*this.derivative+m.tilt*m.size;return{size:m.size,within:Math.max(m.within-m.tilt**2*m.size,0),between:along**2/m.size}})}contribution(which){let side=this.
sample.sides[which],middle=this.moments[which].mean+(which===0?-1:1)*this.derivative;return bin=>(this.classes[which].gain[bin]-middle)/side.weight}};function momentsOf(side,{
gain,half,variance}){let sum=0;for(let i=0;i<side.length;i++)sum+=side.w[i]*gain[i];let mean=sum/side.weight,within2=0,tilt=0;for(let i=0;i<side.length;i++){let apart=gain[i]-
mean;within2+=side.q[i]*(apart*apart+(variance?variance[i]:half[i]*half[i])),tilt+=side.q[i]*apart}return{mean,within:within2/side.weight**2,tilt:tilt/side.weight**
2,size:side.size}}function centreAndSpread(profiles,{pseudo=!1,noise=0}){let shift=0,spread,clustered=profiles.some(profile=>profile.sample.clusters);if(pseudo&&!clustered){let adjusted=profiles.
map(pseudoSpread);adjusted.forEach((one,i)=>shift+=(i===0?1:-1)*one.shift),spread=combineSpreads(adjusted.map(one=>one.spread))}else spread=combineSpreads(profiles.
map(guardedSpread)),clustered&&(spread=clusterSpread(profiles,spread));return{shift,spread:noise>0?combineSpreads([spread,[noise,1/0]]):spread}}function combineSpreads(parts){
let variance=0;for(let part of parts)variance+=part[0];if(!(variance>0))return[0,1/0];let unsure=0;for(let[part,degrees]of parts)unsure+=(part/variance)**2/degrees;
return[variance,unsure>0?1/unsure:1/0]}function pseudoSpread(profile){let shift=0,parts=[];return profile.spreads().forEach((seen,which)=>{let{mean:own,size:n}=profile.
moments[which],[low,high]=profile.ends[which],mean=(n*own+(low+high)/2)/(n+1),squares=n*n*seen.within+n*(own-mean)**2+((mean-low)**2+(high-mean)**2)/2;shift+=mean-
own,parts.push([squares/(n*(n+1)),n],[seen.between,n])}),{shift,spread:combineSpreads(parts)}}function guardedSpread(profile){let parts=[];return profile.guards??=
[],profile.spreads().forEach((seen,which)=>{let n=seen.size,reach=profile.guards[which]??=guard(profile,which,seen.within*n*n);reach>0?parts.push([(seen.within*
n*n+reach**2/2)/(n*(n+.5)),n-.5],[seen.between,n-.5]):parts.push([seen.within*n/(n-1),n-1],[seen.between,n-1])}),combineSpreads(parts)}function guard(profile,which,squares){
let reach=profile.reach[which];if(!(reach>0))return 0;if(reach**2<NOTHING*squares)return reach/4;let side=profile.sample.sides[which],{gain,half,variance}=profile.
classes[which],middle=median(gain,side.sample),differ=0,farthest=0;for(let i=0;i<side.length;i++){let deviation=variance?Math.sqrt(variance[i]):Math.abs(half[i]),
apart=Math.abs(gain[i]-middle)+(side.n[i]>1?FARTHEST_OF_BIN*deviation:0);apart>1e-9*reach&&(differ+=side.w[i]*side.w[i]/side.q[i]),apart>farthest&&(farthest=apart)}
return differ<Math.min(10,side.size/8)?reach:Math.max(farthest,reach/4)}var NOTHING=.002;function median(gain,sample){let some=new Float64Array(sample.length);for(let i=0;i<
some.length;i++)some[i]=gain[sample[i]];some.sort();let half=some.length>>1;return some.length%2?some[half]:(some[half-1]+some[half])/2}var FARTHEST_OF_BIN=1.3;
function seenVariance(profiles){if(profiles.some(profile=>profile.sample.clusters))return betweenClusters(profiles).variance;let variance=0;for(let profile of profiles)
for(let{size,within:within2,between}of profile.spreads())variance+=within2*size/(size-1)+between;return variance}function clusterSpread(profiles,alone){let{variance,
degrees}=betweenClusters(profiles);return[Math.max(variance,alone[0]),Math.min(degrees,alone[1])]}function betweenClusters(profiles){let{excess,degrees,factor}=profiles[0].
sample.clusters.between(profiles),own=0;for(let profile of profiles)for(let seen of profile.spreads())own+=seen.within+seen.between;let squares=Math.max(own+excess,
0);return{degrees,squares,variance:factor*squares}}var TRIED=25;function reachOfHull(profiles,{pseudo,noise},level,quantile){let[below,above]=[0,0];return profiles.forEach((profile,i)=>{let how={pseudo,noise:i===
0?noise:0},reach=profile.moving===null?plainReach:hullReach,[down,up]=reach(profile,how,level,quantile);below+=(i===0?down:up)**2,above+=(i===0?up:down)**2}),{below:Math.
sqrt(below),above:Math.sqrt(above)}}function plainReach(profile,how,level,quantile){let{shift,spread}=centreAndSpread([profile],how),half=quantile(Math.min(spread[1],
1e9),level)*Math.sqrt(spread[0]);return[half-shift,half+shift]}function hullReach(profile,how,level,quantile){let{value,known}=profile,{error,degrees,along,left}=withPrevalence(
known),farthest=quantile(degrees,level)*error,jumps=profile.moving.jumps,here=jumps?null:centreAndSpread([known],how),halfOf=({spread})=>quantile(Math.min(spread[1],
1e9),level)*Math.sqrt(left*spread[0]),halfHere=jumps?0:halfOf(here),[low,high]=[1/0,-1/0];for(let number=0;number<TRIED;number++){let angle=Math.PI*(number/(TRIED-
1)-.5),by=farthest*Math.sin(angle),there=jumps?profile.at(by):null,made=jumps?centreAndSpread([there],how):here,middle=(jumps?there.value:profile.valueAt(by))-value+
made.shift+along*by,half=Math.cos(angle)*(jumps?halfOf(made):halfHere);low=Math.min(low,middle-half),high=Math.max(high,middle+half)}return[-low,high]}function withPrevalence(known){
let{sample}=known,error=errorOfPrevalence(sample);if(!sample.clusters)return{error,degrees:1e9,along:0,left:1};let{degrees}=sample.clusters.about([sample.slice]),
own=betweenClusters([known]),other=betweenClusters([logOddsProfile(sample)]).squares;if(!(own.squares>0&&other>0))return{error,degrees,along:0,left:1};let scale=Math.
sqrt(own.squares/other),both=betweenClusters([known.withDerivative(known.derivative+scale)]).squares,correlation=clamp((both/own.squares-2)/2,-1,1);return{error,
degrees,along:correlation*Math.sqrt(own.variance)/error,left:1-correlation**2}}function errorOfPrevalence(sample){let alone=sample.sides.reduce((sum,side)=>sum+
1/side.size,0);if(!sample.clusters)return Math.sqrt(alone);let{squares}=betweenClusters([logOddsProfile(sample)]);return Math.sqrt(sample.clusters.about([sample.
slice]).prevalenceFactor*squares)}function logOddsProfile(sample){return sample.knownLogOdds??=new Profile(sample,sample.sides.map(noGains),NO_ENDS,1),sample.knownLogOdds}
var NO_ENDS=[[0,0],[0,0]],noGains=({length})=>({gain:new Float64Array(length),half:new Float64Array(length)});var LANCZOS=[.9999999999998099,676.5203681218851,-1259.1392167224028,771.3234287776531,-176.6150291621406,12.507343278686905,-.13857109526572012,9984369578019572e-21,
15056327351493116e-23];function logGamma(x){let t=x+6.5,series=LANCZOS[0];for(let i=1;i<LANCZOS.length;i++)series+=LANCZOS[i]/(x+i-1);return .5*Math.log(2*Math.
PI)+(x-.5)*Math.log(t)-t+Math.log(series)}function logGammaRise(a,b){return b!==.5||a<30?logGamma(a+b)-logGamma(a):.5*Math.log(a)-1/(8*a)+1/(192*a**3)-1/(640*a**
5)+17/(14336*a**7)}function betaFraction(a,b,x){let c=1,d=1-(a+b)*x/(a+1);d=1/(Math.abs(d)<1e-300?1e-300:d);let result=d;for(let m=1;m<=1e4;m++){for(let term of[
m*(b-m)*x/((a+2*m-1)*(a+2*m)),-(a+m)*(a+b+m)*x/((a+2*m)*(a+2*m+1))])d=1+term*d,d=1/(Math.abs(d)<1e-300?1e-300:d),c=1+term/c,c=Math.abs(c)<1e-300?1e-300:c,result*=
c*d;if(Math.abs(c*d-1)<1e-15)break}return result}function incompleteBeta(a,b,x,rest){if(x<=0)return 0;if(rest<=0)return 1;let front=Math.exp(logGammaRise(a,b)-logGamma(
b)+a*Math.log1p(-rest)+b*Math.log(rest));return x<(a+1)/(a+b+2)?front*betaFraction(a,b,x)/a:1-front*betaFraction(b,a,rest)/b}var MANY=1e5;function normalTail(z){
let x=z*z/2;if(x<1.5){let term=z/Math.sqrt(2*Math.PI),sum=term;for(let n=1;Math.abs(term)>1e-18*Math.abs(sum);n++)term*=-x/n,sum+=term/(2*n+1);return .5-sum}let fraction=0;
for(let k=400;k>=1;k--)fraction=k/(z+fraction);return Math.exp(-x)/Math.sqrt(2*Math.PI)/(z+fraction)}function studentTail(t,degrees){if(degrees>MANY)return normalTail(
t*(1-1/(4*degrees))/Math.sqrt(1+t*t/(2*degrees)));let rest=t*t/(degrees+t*t);return .5*incompleteBeta(degrees/2,.5,1-rest,rest)}function studentBelow(t,degrees){
let tail=studentTail(Math.abs(t),degrees);return t>0?1-tail:tail}function studentQuantile(degrees,level){let outside2=(1-level)/2;return degrees<FEWEST?searchedQuantile(
degrees,outside2):(tables.has(outside2)||tables.set(outside2,quantileTable(outside2)),quantileAt(tables.get(outside2),1/degrees))}function studentQuantileOnce(degrees,level){
return searchedQuantile(degrees,(1-level)/2)}function searchedQuantile(degrees,outside2){let low=0,high=2;for(;studentTail(high,degrees)>outside2;)high*=2;for(let round=0;round<
60&&high-low>1e-14*high;round++){let middle=(low+high)/2;studentTail(middle,degrees)>outside2?low=middle:high=middle}return(low+high)/2}var FEWEST=4,NODES=24,tables=new Map;
function quantileTable(outside2){let nodes=Array.from({length:NODES},(_,i)=>(1-Math.cos(Math.PI*(i+.5)/NODES))/(2*FEWEST));return{nodes,values:nodes.map(u=>searchedQuantile(
1/u,outside2))}}function quantileAt({nodes,values},u){let above=0,below=0;for(let i=0;i<NODES;i++){let apart=u-nodes[i];if(apart===0)return values[i];let weight=(i%
2?-1:1)*Math.sin(Math.PI*(i+.5)/NODES)/apart;above+=weight*values[i],below+=weight}return above/below}function estimate(value,profiles,{pseudo=!1,noise=0,bounds=[-1/0,1/0],level}){let within2=({low,high})=>({low:Math.max(low,bounds[0]),high:Math.min(high,bounds[1])}),
how=profiles.some(({moving})=>moving!==null)?hullEnds(value,profiles,{pseudo,noise}):plainEnds(value,profiles,{pseudo,noise}),interval=within2(how.ends(level,studentQuantile));
return{value,...interval,seen:()=>seenVariance(profiles),at:other=>within2(how.ends(other,studentQuantileOnce)),confidence:(above=0)=>how.confidence(above,interval,
level)}}function plainEnds(value,profiles,how){let{shift,spread}=centreAndSpread(profiles,how),centre=value+shift,degrees=Math.min(spread[1],1e9);return{ends:(level,quantile)=>{
let half=quantile(degrees,level)*Math.sqrt(spread[0]);return{low:centre-half,high:centre+half}},confidence:above=>confidenceAbove(centre-above,spread)}}function hullEnds(value,profiles,how){
return{ends:(level,quantile)=>{let{below,above}=reachOfHull(profiles,how,level,quantile);return{low:value-below,high:value+above}},confidence:(above,{low,high},level)=>{
let apart=value-above,side=apart>0?value-low:high-value;return side<=0?apart===0?.5:+(apart>0):studentBelow(apart/side*studentQuantile(1e9,level),1e9)}}}function exactEstimate(value){
let ends2={low:value,high:value};return{value,...ends2,seen:()=>0,at:()=>ends2,confidence:(above=0)=>confidenceAbove(value-above,[0])}}function confidenceAbove(centre,[
variance,degrees]){return variance===0?centre===0?.5:+(centre>0):studentBelow(centre/Math.sqrt(variance),Math.min(degrees,1e9))}function deploymentOf(state,sample){let own=state.prevalence===null;return{prevalence:own?[sample.prevalence,sample.prevalence]:state.prevalence,cost:state.cost,
units:state.units,own}}function scoreProfile(page,sample,deployment){let shift=sourceShift(page,sample),stated=statedSource(page,sample)!==null,profile=profileAt(
sample,deployment,shift),price=deployment.own?priceDerivative(profile,deployment):0,moves=deployment.own===stated,move=moves?cutoffDerivative(profile,stated):0;
profile.derivative=price+move;let jumps=moves&&isNearHeap(profile);return!jumps&&!pricesAreSkew(deployment)||(profile.moving={jumps,valueAt:by=>valueAlong(profile,
deployment,move,by),at:by=>profileAt(sample,movedTo(deployment,by),stated?shift:shift+by),known:()=>profile.withDerivative(0)}),profile}function profileAt(sample,deployment,shift){
let gains=gainsOf(deployment),classes=[0,1].map(which=>binGains(sample.sides[which],which===0,gains,shift)),profile=new Profile(sample,classes,gainEnds(sample,gains,
shift),0);return Object.assign(profile,{shift,gains,perfect:gains.positiveTotal+gains.negativeTotal})}function movedTo(deployment,by){if(!deployment.own)return deployment;
let there=expit(logit(deployment.prevalence[0])+by);return{...deployment,prevalence:[there,there]}}function pricesAreSkew({own,units}){return own&&!unitOf(units).
weighted}function valueAlong({moments},deployment,move,by){let[here]=deployment.prevalence,[there]=movedTo(deployment,by).prevalence;return moments[0].mean*there/
here+moments[1].mean*(1-there)/(1-here)+move*by}var BEYOND=1/4;function gainEnds(sample,gains,shift){let[low,high]=scoreRange(sample),beyond=Number.isFinite(high-
low)?BEYOND*(high-low):0,[bottom,top]=[low-beyond-shift,high+beyond-shift];return[[gainAt(gains,bottom,!0),gainAt(gains,top,!0)],[gainAt(gains,top,!1),gainAt(gains,
bottom,!1)]]}function scoreRange(sample){if(!sample.knownRange){let[low,high]=[1/0,-1/0];for(let{x,s,length}of sample.sides)for(let i=0;i<length;i++)low=Math.min(
low,x[i]-ROOT3*s[i]),high=Math.max(high,x[i]+ROOT3*s[i]);sample.knownRange=[low<=-CERTAIN?-1/0:low,high>=CERTAIN?1/0:high]}return sample.knownRange}var HEAP={patients:3,
share:.01,within:2.5};function isNearHeap({sample,gains,shift}){if(gains.step===null)return!1;let{sides}=sample,within2=HEAP.within*Math.sqrt(1/sides[0].size+1/
sides[1].size),whole=sides[0].weight+sides[1].weight,heaps=new Map;for(let{x,s,w,q,length}of sides)for(let i=0;i<length;i++){if(s[i]>0||Math.abs(x[i]-gains.step-
shift)>within2)continue;let[patients,weight]=heaps.get(x[i])??[0,0];heaps.set(x[i],[patients+w[i]**2/q[i],weight+w[i]])}return[...heaps.values()].some(([patients,
weight])=>patients>=HEAP.patients&&weight>=HEAP.share*whole)}function fixedProfile(sample,deployment,cut){let profile=fixedAt(sample,deployment,cut);if(!deployment.
own)return profile;let[up,down,here]=[PRICE_STEP,-PRICE_STEP,0].map(by=>totalsOf(movedTo(deployment,by)));return profile.derivative=profile.moments.reduce((sum,{
mean},which)=>sum+(up[which]-down[which])/(2*PRICE_STEP)*(mean/here[which]),0),withMovingPrices(profile,deployment)}function withMovingPrices(profile,deployment){
if(!pricesAreSkew(deployment))return profile;let valueAt2=by=>valueAlong(profile,deployment,0,by);return profile.moving={jumps:!1,valueAt:valueAt2,at:by=>profile.
known.movedBy(valueAt2(by)-profile.value),known:()=>profile.withDerivative(0)},profile}function fixedAt(sample,deployment,cut){let[positiveTotal,negativeTotal]=totalsOf(
deployment),gains={step:logit(cut),positiveTotal,negativeTotal},classes=[0,1].map(which=>binGains(sample.sides[which],which===0,gains,0)),profile=new Profile(sample,
classes,gainEnds(sample,gains,0),0);return Object.assign(profile,{perfect:positiveTotal+negativeTotal})}function totalsOf(deployment){let{positiveTotal,negativeTotal}=gainsOf(
deployment);return[positiveTotal,negativeTotal]}var PRICE_STEP=1e-4;function cutoffDerivative({sample:{sides},gains,shift},stated){let error=Math.max(Math.sqrt(
1/sides[0].size+1/sides[1].size),CLOSEST),move;return gains.step!==null?move=stepSlope(sides,gains,gains.step+shift,error):gains.high-gains.low<2*error?move=secant(
sides,gains,shift,error):move=meanSlope(sides[0],!0,gains,shift)-meanSlope(sides[1],!1,gains,shift),stated?move:-move}function priceDerivative(profile,deployment){
let x=logit(deployment.prevalence[0]);return pricesHaveSlopes(deployment)?unitOf(deployment.units).priceSlopes(x,logCosts(deployment.units,deployment.cost)[0]).
reduce((sum,slope,which)=>sum+slope*profile.moments[which].mean,0):shiftPrices(profile,deployment,x)}function pricesHaveSlopes({units,cost}){let[low,high]=logCosts(
units,cost);return!unitOf(units).costMovesSlopes||high-low<1e-10}function shiftPrices(profile,deployment,x){let ends2=[1e-4,-1e-4].map(by=>{let prevalence=expit(
x+by),gains=gainsOf({...deployment,prevalence:[prevalence,prevalence]}),shift=profile.shift+by,sum=0;return profile.sample.sides.forEach((side,which)=>{let{gain}=binGains(
side,which===0,gains,shift),total2=0;for(let i=0;i<side.length;i++)total2+=side.w[i]*gain[i];sum+=total2/side.weight}),sum});return(ends2[0]-ends2[1])/(2*1e-4)}
var CLOSEST=.02;function secant(sides,gains,shift,error){let score=by=>sides.reduce((sum,side,which)=>{let{gain}=binGains(side,which===0,gains,shift+by),total2=0;
for(let i=0;i<side.length;i++)total2+=side.w[i]*gain[i];return sum+total2/side.weight},0);return(score(-error)-score(error))/(2*error)}function stepSlope(sides,gains,threshold,error){
let{positiveTotal,negativeTotal}=gains,density=sides.map(side=>{let half=Math.sqrt(3)*.9*side.scale*side.patients**-.2;return half>0&&Number.isFinite(half)?(side.
reached(threshold-half)-side.reached(threshold+half))/(2*half):0}),smooth=positiveTotal*density[0]-negativeTotal*density[1],score=by=>positiveTotal*sides[0].reached(
threshold+by)+negativeTotal*(1-sides[1].reached(threshold+by)),seen=(score(-error)-score(error))/(2*error);return Math.abs(seen)>Math.abs(smooth)?seen:smooth}function defaultsOf(sample,deployment){
let gains=gainsOf(deployment);return Object.fromEntries(Object.entries(EVIDENCE).map(([name,evidence])=>{let ends2=[!0,!1].map(isCase=>gainAt(gains,evidence,isCase)),
profile=deployment.own?constantProfile(sample,ends2,evidence,deployment):null;return[name,{value:ends2[0]+ends2[1],profile}]}))}var EVIDENCE={[TREAT_ALL]:1/0,[TREAT_NONE]:-1/0,
[WITHOUT_A_MODEL]:0};function constantProfile(sample,worth2,evidence,deployment){let profile=constantAt(sample,worth2);if(profile.derivative=constantPrices(evidence,
deployment),!pricesAreSkew(deployment))return profile;let worthAt=by=>{let gains=exactGains(movedTo(deployment,by));return[!0,!1].map(isCase=>gainAt(gains,evidence,
isCase))};return profile.moving={jumps:!1,valueAt:by=>worthAt(by).reduce((sum,gain)=>sum+gain),at:by=>constantAt(sample,worthAt(by)),known:()=>profile.withDerivative(
0)},profile}function constantAt(sample,worth2){let classes=worth2.map((gain,which)=>{let{length}=sample.sides[which];return{gain:new Float64Array(length).fill(gain),
half:new Float64Array(length)}});return new Profile(sample,classes,endsAt(worth2),0)}var endsAt=worth2=>worth2.map(gain=>[gain,gain]);function constantPrices(evidence,deployment){
let x=logit(deployment.prevalence[0]),worth2=by=>{let prevalence=expit(x+by),gains=gainsOf({...deployment,prevalence:[prevalence,prevalence]});return gainAt(gains,
evidence-by,!0)+gainAt(gains,evidence-by,!1)};return(worth2(1e-4)-worth2(-1e-4))/2e-4}var NOTHING_RIGHT={value:0,profile:null};function estimateOver(zero,profile,value,{
level,bounds,noise=0,pseudo=!0}){let over=value-zero.value;if(zero.profile===null){let shifted=bounds?.map(end=>end-zero.value);return estimate(over,[profile],{
pseudo,level,noise,bounds:shifted})}return estimate(over,[minusProfile(profile,constantLike(profile,zero.profile))],{pseudo,level,noise})}function constantLike({
sample},constant){let like=constantAt(sample,constant.classes.map(({gain})=>gain[0]));return like.derivative=constant.derivative,constant.moving===null||(like.moving=
{...constant.moving,at:by=>constantLike(like,constant.at(by)),known:()=>like.withDerivative(0)}),like}function minusProfile(one,other){let classes=one.classes.map(
(own,which)=>{let theirs=other.classes[which];return{gain:minus(own.gain,theirs.gain),half:minus(own.half,theirs.half)}}),ends2=one.ends.map(([low,high],which)=>{
let{mean}=other.moments[which];return other.reach[which]===0?[low-mean,high-mean]:[0,Math.max(high-low,other.reach[which])]}),difference2=new Profile(one.sample,
classes,ends2,one.derivative-other.derivative);return withParts(difference2,one,other,minusProfile)}function withParts(difference2,one,other,subtract){return difference2.
clusterParts=[one,other],difference2.added+=one.value-other.value-difference2.value,one.moving===null&&other.moving===null||(difference2.moving={jumps:!!(one.moving?.
jumps||other.moving?.jumps),valueAt:by=>one.valueAt(by)-other.valueAt(by),at:by=>subtract(one.at(by),other.at(by)),known:()=>subtract(one.known,other.known)}),difference2}
function minus(one,other){let difference2=new Float64Array(one.length);for(let i=0;i<difference2.length;i++)difference2[i]=one[i]-other[i];return difference2}function pairProfile(sample,one,other){
let alone=[],classes=[0,1].map(which=>{let side=sample.sides[which],a=binGains(side,which===0,one.gains,one.shift,side.nodes),b=binGains(side,which===0,other.gains,
other.shift,side.otherNodes);alone.push([momentsOf(side,a).within,momentsOf(side,b).within]);let variance=new Float64Array(side.length);for(let i=0;i<variance.length;i++)
variance[i]=a.half[i]**2+b.half[i]**2-2*side.r[i]*a.half[i]*b.half[i];return{gain:minus(a.gain,b.gain),variance}}),ends2=one.reach.map((reach,which)=>[0,Math.max(
reach,other.reach[which])]),difference2=new Profile(sample,classes,ends2,one.derivative-other.derivative);return difference2.moments.forEach((moments,which)=>refine(
moments,alone[which],[one,other],which)),withParts(difference2,one,other,(a,b)=>pairProfile(sample,a,b))}function refine(moments,alone,profiles,which){let ratios=profiles.
map((profile,i)=>alone[i]>0?profile.moments[which].within/alone[i]:1),both=Math.sqrt(ratios[0]*ratios[1]),more=ratios.reduce((sum,ratio,i)=>sum+alone[i]*(ratio-
both),0);moments.within=Math.max(both*moments.within+more,0)}function splitOf(score,deployment,level,zero=NOTHING_RIGHT){let{optimism:simulated}=score.sample,{gains}=score,sharp=recalibratedProfile(score,deployment),exact=blockProfile(
score,deployment,sharp.derivative),seen=score.sample.clusters?sharp:exact,{mean,variance}=simulated.at(gains),ends2=[0,gains.positiveTotal+gains.negativeTotal],
loss=minusProfile(sharp,score),sharpness=exact.value,total2=score.value,pseudo=zero.profile===null;return{total:estimateOver(zero,score,total2,{level,bounds:ends2}),
sharpness:estimateOver(zero,seen,sharpness,{level,bounds:ends2,pseudo,noise:mean**2+variance}),calibration:estimate(sharpness-total2,[loss],{level,bounds:[0,1/0],
noise:mean**2+variance}),sharpnessCorrected:estimateOver(zero,seen,sharpness-mean,{level,bounds:ends2.map(end=>end-mean),pseudo,noise:variance*BESSEL}),calibrationCorrected:estimate(
sharpness-mean-total2,[loss],{level,noise:variance*BESSEL}),perfect:ends2[1]-zero.value,uninformative:gainAt(gains,0,!0)+gainAt(gains,0,!1)-zero.value,parts:{sharp,
seen,optimism:mean,noise:[mean**2+variance,variance*BESSEL]}}}var SIMULATIONS=WORDS.constants.recalibrations_simulated,BESSEL=SIMULATIONS/(SIMULATIONS-1);function recalibratedProfile(score,deployment){
let{sample,gains}=score,classes=sample.sides.map((side,which)=>{let worth2=sample.blocks.evidence.map(L=>gainAt(gains,L,which===0)),[uppers,lowers]=sample.blockPlaces[which],
gain=new Float64Array(side.length),half=new Float64Array(side.length);for(let i=0;i<side.length;i++)gain[i]=(worth2[uppers[i]]+worth2[lowers[i]])/2,half[i]=(worth2[uppers[i]]-
worth2[lowers[i]])/2;return{gain,half}}),profile=new Profile(sample,classes,allOf(gains),0);return deployment.own&&(profile.derivative=priceDerivativeOfBlocks(sample,
gains,deployment)),profile.gains=gains,withMovingPrices(profile,deployment)}function allOf({positiveTotal,negativeTotal}){return[[0,positiveTotal],[0,negativeTotal]]}
function blockProfile({sample:{blocks},gains},deployment,derivative){let classes=blocks.sides.map((side,which)=>{let gain=blocks.evidence.map(L=>gainAt(gains,L,
which===0));return{gain,half:new Float64Array(gain.length)}}),sample={sides:blocks.sides,clusters:null},profile=new Profile(sample,classes,allOf(gains),derivative);
return profile.gains=gains,withMovingPrices(profile,deployment)}function priceDerivativeOfBlocks(sample,gains,deployment){let{blocks}=sample,stub={moments:blocks.
sides.map((side,which)=>{let sum=0;for(let i=0;i<side.length;i++)sum+=side.w[i]*gainAt(gains,blocks.evidence[i],which===0);return sum/side.weight}).map(mean=>({
mean}))};return pricesHaveSlopes(deployment)?priceDerivative(stub,deployment):shiftBlocks(sample,deployment)}function shiftBlocks(sample,deployment){let x=logit(
deployment.prevalence[0]),{blocks}=sample,at=by=>{let prevalence=expit(x+by),gains=gainsOf({...deployment,prevalence:[prevalence,prevalence]});return blocks.sides.
reduce((sum,side,which)=>{let total2=0;for(let i=0;i<side.length;i++)total2+=side.w[i]*gainAt(gains,blocks.evidence[i]-by,which===0);return sum+total2/side.weight},
0)};return(at(1e-4)-at(-1e-4))/2e-4}function gapOf(page,samples,state,level){let own=samples.map(sample=>ownScore(page,sample,deploymentOf({...state,prevalence:null},sample))),[one,other]=samples.
map(sample=>sample.prevalence),estimated=state.prevalence===null&&one!==other,asked=estimated?{...state,prevalence:[Math.min(one,other),Math.max(one,other)]}:state,
over=samples.map(sample=>deploymentOf(asked,sample)),scores=samples.map((sample,i)=>scoreProfile(page,sample,over[i])),splits=scores.map((score,i)=>splitOf(score,
over[i],level)),slopes=estimated?rangeSlopes(page,samples,state):null;return partsOf(own,scores,splits,slopes,level)}function differenceAtEqualPrevalence(page,samples,state,level){
let[one,other]=samples.map(sample=>sample.prevalence),estimated=state.prevalence===null&&one!==other,asked=estimated?{...state,prevalence:[Math.min(one,other),Math.
max(one,other)]}:state,scores=samples.map(sample=>scoreProfile(page,sample,deploymentOf(asked,sample))),slopes=estimated?rangeSlopes(page,samples,state):null,profiles=slopes?
withSlopes(scores,slopes.mechanism):scores;return estimate(scores[0].value-scores[1].value,profiles,{pseudo:!slopes,level})}function ownScore(page,sample,deployment){
let score=scoreProfile(page,sample,deployment),{zero}=unitOf(deployment.units);return zero===null?score:minusProfile(score,constantLike(score,defaultsOf(sample,
deployment)[zero].profile))}function partsOf(own,scores,splits,slopes,level){let difference2=([a,b])=>a.value-b.value,sharp=splits.map(split=>split.parts.seen),
onBins=splits.map(split=>split.parts.sharp),noise=which=>splits[0].parts.noise[which]+splits[1].parts.noise[which],optimism=splits[0].parts.optimism-splits[1].parts.
optimism,total2=difference2(own),mechanism=difference2(scores),sharpness=splits[0].sharpness.value-splits[1].sharpness.value,shift=(profiles,by)=>slopes?withSlopes(
profiles,by):profiles,losses=[0,1].map(i=>minusProfile(scores[i],onBins[i])),shifts=[0,1].map(i=>minusProfile(own[i],scores[i])),parts={total:estimate(total2,own,
{pseudo:!0,level}),mechanism:estimate(mechanism,shift(scores,slopes?.mechanism),{pseudo:!slopes,level}),labelShift:estimate(total2-mechanism,shift(shifts,negative(
slopes?.mechanism)),{level}),sharpness:estimate(sharpness,shift(sharp,slopes?.sharpness),{pseudo:!slopes,level,noise:noise(0)}),sharpnessCorrected:estimate(sharpness-
optimism,shift(sharp,slopes?.sharpness),{level,noise:noise(1)})},apart=slopes&&slopes.mechanism.map((slope,i)=>slope-slopes.sharpness[i]);return parts.calibration=
estimate(mechanism-sharpness,shift(losses,apart),{level,noise:noise(0)}),parts.calibrationCorrected=estimate(mechanism-sharpness+optimism,shift(losses,apart),{level,
noise:noise(1)}),parts}function negative(slopes){return slopes?.map(slope=>-slope)}function withSlopes(profiles,by){return profiles.map((profile,i)=>withSlope(profile,
i===0?by[i]:-by[i]))}function withSlope(profile,slope){let moved=profile.withDerivative(profile.derivative+slope);return profile.moving===null||(moved.moving={...profile.
moving,valueAt:by=>profile.valueAt(by)+slope*by,at:by=>withSlope(profile.at(by),slope),known:()=>profile.known}),moved}function rangeSlopes(page,samples,state){
let ends2=samples.map(sample=>logit(sample.prevalence)),slopes={mechanism:[0,0],sharpness:[0,0]};return samples.forEach((sample,number)=>{let step=errorOfPrevalence(
sample),[up,down]=[step,-step].map(by=>differences(page,samples,state,ends2.map((x,i)=>i===number?x+by:x)));for(let part of["mechanism","sharpness"])slopes[part][number]=
(up[part]-down[part])/(2*step)}),slopes}function differences(page,samples,state,ends2){let prevalence=[Math.min(...ends2),Math.max(...ends2)].map(expit),parts=samples.
map(sample=>{let deployment=deploymentOf({...state,prevalence},sample),gains=gainsOf(deployment);return{mechanism:scoreProfile(page,sample,deployment).value,sharpness:sharpValue(
sample,gains)}});return{mechanism:parts[0].mechanism-parts[1].mechanism,sharpness:parts[0].sharpness-parts[1].sharpness}}function sharpValue({blocks},gains){return blocks.
sides.reduce((sum,side,which)=>{let total2=0;for(let i=0;i<side.length;i++)total2+=side.w[i]*gainAt(gains,blocks.evidence[i],which===0);return sum+total2/side.weight},
0)}var RATES=Object.keys(WORDS.rates),COUNTS=Object.keys(WORDS.counts),NONE=1e-12,ONLY=[[1,0],[0,1]],Decisions=class{constructor(sample,cut,{prevalence,observed,level}){
Object.assign(this,{sample,observed,level,clusters:sample.clusters}),this.prices=[prevalence,1-prevalence],this.reached=sample.sides.map(side=>side.x.map((x,bin)=>shareAbove(
x,side.s[bin],cut))),this.treated=sample.sides.map((side,which)=>countClass(side,this.reached[which])),this.others=this.treated.map(countOthers)}all(){let per1000=this.
prices.map(price=>1e3*price);return{sensitivity:this.#interval(this.#share(!0,[1,0],1)),specificity:this.#interval(this.#share(!1,[0,1],1)),ppv:this.#predictiveValue(
!0),npv:this.#predictiveValue(!1),treated_per_1000:this.observed?this.#interval(this.#shareOfAll(!0,per1000)):this.#fromShares(!0,(cases,others)=>per1000[0]*cases+
per1000[1]*others,1e3),true_positives_per_1000:this.#count(!0,[per1000[0],0]),false_negatives_per_1000:this.#count(!1,[per1000[0],0]),false_positives_per_1000:this.#count(
!0,[0,per1000[1]])}}#classes(treated){return treated?this.treated:this.others}#count(treated,prices){let share=this.observed?this.#shareOfAll(treated,prices):this.#share(
treated,prices,prices[0]+prices[1]);return this.#interval(share)}#shareOfAll(treated,prices){let[cases,others]=this.#classes(treated).map(({share})=>share),derivative=this.
prices[1]*prices[0]*cases-this.prices[0]*prices[1]*others;return this.#share(treated,prices,1e3,derivative)}#share(treated,prices,most,derivative=0,value=null){
let classes=this.#classes(treated),means=prices.map((price,which)=>price*classes[which].share),middle=[means[0]-derivative,means[1]+derivative],alone=classes.reduce(
(sum,one,which)=>sum+varianceOf(one,prices[which],middle[which]),0),sizes=classes.flatMap(({size},which)=>prices[which]===0?[]:[most*size/Math.abs(prices[which])]);
return{...{treated,prices,most,derivative,value:value??means[0]+means[1],alone},endSize:Math.min(...sizes)}}#interval(share){let{value,most}=share,[low,high]=this.#ends(
share);return{value,low:most*low,high:most*high}}#ends({value,most,alone,endSize,...share}){let variance=alone,degrees=1/0;if(this.clusters){let spread=this.#clusterSpread(
share);variance=Math.max(alone,spread[0]),degrees=spread[1]}let part=value/most,size=!(variance>0)||Math.min(part,1-part)<NONE?endSize:Math.min(part*(1-part)*most**
2/variance,endSize);return scoreInterval(part,size,studentQuantile(Math.min(degrees,1e9),this.level))}#clusterSpread({treated,prices,derivative}){let profile=this.#profile(
treated,prices,derivative),{variance,degrees:ofClusters}=betweenClusters([profile]),[,degrees]=combineSpreads(profile.spreads().flatMap(({size:n,within:within2,
between})=>[[within2*n/(n-1),n-1],[between,n-1]]));return[variance,Math.min(ofClusters,degrees)]}#profile(treated,prices,derivative){let classes=this.reached.map(
(reached,which)=>({gain:reached.map(share=>prices[which]*(treated?share:1-share)),half:reached.map(share=>prices[which]*Math.sqrt(share*(1-share)))})),ends2=prices.
map(price=>[Math.min(price,0),Math.max(price,0)]);return new Profile(this.sample,classes,ends2,derivative)}#predictiveValue(treated){let parts=this.#classes(treated).
map(({share},which)=>this.prices[which]*share),total2=parts[0]+parts[1];if(total2===0)return null;let right=treated?0:1;if(!this.observed)return this.#fromShares(
treated,(...shares)=>predictiveValue(this.prices,right,shares),1);let value=parts[right]/total2,sign=treated?1:-1,slopes=[sign*this.prices[0]*parts[1]/total2**2,
-sign*this.prices[1]*parts[0]/total2**2];return this.#interval(this.#share(treated,slopes,1,sign*value*(1-value),value))}#fromShares(treated,number,most){let shares=ONLY.
map(prices=>this.#share(treated,prices,1)),values=shares.map(({value:value2})=>value2),value=number(...values),steps=shares.map((share,which)=>this.#ends(share).
map(end=>number(...values.map((own,i)=>i===which?end:own))-value)),alike=steps.map(([low,high])=>high>=low),correlation=(alike[0]===alike[1]?1:-1)*this.#correlation(
shares),down=joined(steps.map(ends2=>Math.min(...ends2)),correlation),up=joined(steps.map(ends2=>Math.max(...ends2)),correlation);return{value,low:Math.max(value-
down,0),high:Math.min(value+up,most)}}#correlation([cases,others]){if(!this.clusters)return 0;let[one,other]=[cases,others].map(share=>this.#clusterSpread(share)[0]);
if(Math.min(one,other)<=0)return 0;let[both]=this.#clusterSpread({...cases,prices:[1,1]});return clamp((both-one-other)/2/Math.sqrt(one*other),-1,1)}};function scoreInterval(seen,size,quantile){
let share=clamp(seen,0,1),more=quantile**2/size,middle=(share+more/2)/(1+more),half=Math.sqrt(more*share*(1-share)+more**2/4)/(1+more);return[Math.min(Math.max(
middle-half,0),share),Math.max(Math.min(middle+half,1),share)]}function predictiveValue(prices,right,shares){let parts=shares.map((share,which)=>prices[which]*share);
return parts[right]/(parts[0]+parts[1])}function joined([first,second],correlation){return Math.sqrt(Math.max(first**2+second**2+2*correlation*Math.abs(first*second),
0))}function countClass({w,q,weight,squares},reached){let counted=0,countedSquares=0;for(let i=0;i<reached.length;i++)counted+=w[i]*reached[i],countedSquares+=q[i]*
reached[i];return{weight,squares,counted,countedSquares,share:counted/weight,size:weight**2/squares}}function countOthers({weight,squares,counted,countedSquares,
size}){let rest=weight-counted;return{weight,squares,counted:rest,countedSquares:squares-countedSquares,share:rest/weight,size}}function varianceOf({weight,squares,
countedSquares},price,middle){return((price-middle)**2*countedSquares+middle**2*(squares-countedSquares))/weight**2}function resultAt({own,ownIsExact,result},state){return!(`${state.prevalence}|${state.cost}`==`${own.prevalence}|${own.cost}`)||!ownIsExact||unitOf(state.units).
weighted?null:state.group===null?result:result.groups.find(({name})=>name===state.group)??null}function preferCounted(estimate2,counted){if(!counted||counted.value===
null||counted.low===null)return estimate2;let{value,low,high}=counted;return{value,low,high}}function splitOfResult(counted,model,split){let measures=counted?.models?.[model];
return measures?{...split,total:preferCounted(split.total,measures.net_benefit),sharpness:preferCounted(split.sharpness,measures.sharpness),calibration:preferCounted(
split.calibration,measures.calibration),calibrationCorrected:preferCounted(split.calibrationCorrected,measures.calibration_corrected)}:split}function strategyOfResult(counted,strategy,estimate2){
return preferCounted(estimate2,counted?.default_strategies?.[strategy]?.net_benefit)}function groupOfResult(counted,model,{score,withCommonCutoff}){let measures=counted?.
models?.[model];return{score:preferCounted(score,measures?.net_benefit),withCommonCutoff:preferCounted(withCommonCutoff,measures?.at_common_threshold?.net_benefit)}}
var PARTS={total:"total",mechanism:"mechanism",labelShift:"label_shift",sharpness:"sharpness",calibration:"calibration",sharpnessCorrected:"sharpness_corrected",
calibrationCorrected:"calibration_corrected"};function gapOfResult(engine,state,{model,group,reference,parts,readings}){let counted=resultAt(engine,{...state,group})?.
gaps?.find(gap=>gap.model===model);if(!(counted&&(counted.reference===reference||engine.groups.length===2)))return{parts,readings};let exact=Object.entries(parts).
map(([name,part])=>[name,preferCounted(part,counted[PARTS[name]])]),differences2=counted.readings?.difference_at_equal_prevalence;return{parts:Object.fromEntries(
exact),readings:readings&&{...readings,group:preferCounted(readings.group,differences2?.group),all:preferCounted(readings.all,differences2?.all)}}}function decisionsOfResult(counted,model){
let measures=counted?.models?.[model];if(!measures)return null;let ends2=number=>number&&{value:number.value,low:number.low,high:number.high},counts=measures.per_1000_at_threshold;
return Object.fromEntries([...RATES.map(name=>[name,ends2(measures[name])]),...COUNTS.map(name=>[name,ends2(counts[name.replace("_per_1000","")])])])}function comparisonOfResult(counted,one,other){
for(let{model,reference,difference:difference2,confidence,confidence_above_margin:above}of counted?.comparisons??[]){let forward=model===one&&reference===other;
if(difference2.low===null||!forward&&(model!==other||reference!==one))continue;let{value,low,high,simultaneous,standard_error:error}=difference2,seen=()=>error**
2;if(forward)return{value,low,high,simultaneous,seen,confidence:(margin=0)=>margin===0?confidence:above};let turned={low:-simultaneous.high,high:-simultaneous.low};
return{value:-value,low:-high,high:-low,simultaneous:turned,seen,confidence:()=>1-confidence}}return null}function observedPrevalences({data,groups}){let shares=groups.
filter(({estimable})=>estimable).map(({prevalence})=>prevalence),{low,high}=data.observed_prevalences;return{everyone:data.prevalence,groups:shares,low,high}}function verdictOfResult(engine,state){
let all=state.models.length===engine.models.length;if(state.group!==null||state.units!==FIRST_UNIT||!all||resultAt(engine,state)===null)return null;let{verdict}=engine.
result;return{text:verdict.text,best:verdict.best,tied:verdict.tied,betterThanWithout:verdict.better_than_without,decided:verdict.decided,runnerUp:verdict.runner_up,
difference:{value:verdict.difference.value,...verdict.difference.simultaneous},added:{value:verdict.added.value,...verdict.added.simultaneous},nonInferior:verdict.
non_inferior,outside:verdict.outside,flips:verdict.flips.map(({beyond_chance:beyondChance,...flip})=>({...flip,beyondChance}))}}function significant(x,digits){let[mantissa,exponent]=Math.abs(x).toExponential(digits+30).split("e"),all=mantissa.replace(".",""),tie=/^50*$/.test(all.slice(digits)),
even=Number(all[digits-1])%2===0;if(tie&&even)return[all.slice(0,digits),Number(exponent)];let[rounded,power]=Math.abs(x).toExponential(digits-1).split("e");return[
rounded.replace(".",""),Number(power)]}function general(x,digits){if(x===0||!Number.isFinite(x))return String(x+0);let[kept2,exponent]=significant(x,digits),sign=x<
0?"-":"",trim2=text=>text.includes(".")?text.replace(/\.?0*$/,""):text;if(exponent<-4||exponent>=digits){let power=String(Math.abs(exponent)).padStart(2,"0");return`${sign}${trim2(
`${kept2[0]}.${kept2.slice(1)}`)}e${exponent<0?"-":"+"}${power}`}return exponent<0?sign+trim2(`0.${"0".repeat(-exponent-1)}${kept2}`):sign+trim2(`${kept2.slice(
0,exponent+1)}.${kept2.slice(exponent+1)}`)}function fixed(x,digits){let long=Math.abs(x).toFixed(digits+30),cut=long.slice(0,-30).replace(/\.$/,""),text=/^50*$/.
test(long.slice(-30))&&Number(cut.at(-1))%2===0?cut:Math.abs(x).toFixed(digits);return x<0&&Number(text)!==0?`-${text}`:text}function groupThousands(text){let[whole,
rest]=text.split("."),grouped=whole.length>3?whole.replace(/\B(?=(\d{3})+$)/g,","):whole;return rest?`${grouped}.${rest}`:grouped}var DIGITS=WORDS.digits;function percentText(share){return`${general(100*share,share<=DIGITS.near_one?DIGITS.percent:DIGITS.percent_near_one)} %`}function shortPercentText(share){
return`${general(100*share,DIGITS.short_percent)} %`}function levelText(level){return`${general(100*level,6)} %`}function ratioText(c){return c<=.5?`1:${general(
(1-c)/c,DIGITS.ratio)}`:`${general(c/(1-c),DIGITS.ratio)}:1`}function ratioWords(c){return Math.abs(c-.5)<1e-9?WORDS.cost.equal:c<.5?fill(WORDS.cost.missed_case_dearer,
{times:general((1-c)/c,DIGITS.ratio)}):fill(WORDS.cost.treatment_dearer,{times:general(c/(1-c),DIGITS.ratio)})}function countText(value){return Number.isFinite(
value)?groupThousands(String(Math.round(value))):WORDS.numbers.missing}function scaledTexts({value,low,high},{factor,digits}){let enough=factor*(high-low)>=DIGITS.
least_width_in_last_digits*10**-digits?digits:digits+1,nearest=factor*Math.max(low,-high);for(;nearest>0&&Number(fixed(nearest,enough))===0&&enough<digits+DIGITS.
most_added;)enough++;return[value,low,high].map(x=>fixed(factor*x,enough))}function estimateText(estimate2,scale,signed=!1){if(!Number.isFinite(estimate2?.value))
return WORDS.numbers.missing;let sign=text=>signed&&Number(text)>0?`+${text}`:text;if(estimate2.value===0&&estimate2.low===estimate2.high)return"0";if(!hasInterval(
estimate2))return sign(fixed(scale.factor*estimate2.value,scale.digits));let[value,low,high]=scaledTexts(estimate2,scale).map(sign);return`${value} (${low} to ${high}\
)`}function hasInterval({low,high}){return Number.isFinite(low)&&Number.isFinite(high)&&low!==high}function measureText(measure){if(!measure||measure.value===null)
return WORDS.numbers.missing;let text=x=>fixed(x,DIGITS.measure);return measure.low===null||measure.high===null?text(measure.value):`${text(measure.value)} (${text(
measure.low)} to ${text(measure.high)})`}function confidenceText(level){let{more,less}=WORDS.numbers,certain=WORDS.constants.nearly_certain,percent=share=>fixed(
100*share,DIGITS.confidence);return level>certain?`${more} ${percent(certain)} %`:level<1-certain?`${less} ${percent(1-certain)} %`:`${percent(level)} %`}function cutoffText({
value,low,high,over}){let[middle,lowest,highest]=[value,low,high].map(shortPercentText);return over===""?middle:fill(WORDS.threshold[`over_${over}`],{middle,lowest,
highest})}function cutoffReason({value,probability,prevalence,source,over}){let same=Math.abs(value-probability)<=1e-9*Math.max(value,probability);return fill(same?
WORDS.threshold.same:WORDS.threshold.differs,{probability:shortPercentText(probability),cutoff:shortPercentText(value),source:shortPercentText(source),prevalence:shortPercentText(
prevalence),median:over==="prevalence"||over==="both"?WORDS.threshold.median:""})}function rateText(rate){if(!rate)return WORDS.numbers.missing;let narrow=100*(rate.
high-rate.low)<DIGITS.least_width_in_last_digits*10**-DIGITS.rate,[value,low,high]=endsText(rate,100,DIGITS.rate+Number(narrow));return`${value} % (${low} to ${high}\
)`}function per1000Text(count){let[value,low,high]=endsText(count,1,DIGITS.per_1000_at_threshold);return`${value} (${low} to ${high})`}function endsText({value,
low,high},factor,digits){return[value,low,high].map(x=>fixed(factor*x,digits))}var MISSING="–";function typeset(text){return text.replace(/-(?=\d)/g,"−").replaceAll(
" %"," %")}function figureValue(value,scale,signed=!1){return Number.isFinite(value)?figureEstimate({value,low:value,high:value},scale,signed):MISSING}function figureEstimate(estimate2,scale,signed=!1){
return Number.isFinite(estimate2?.value)?typeset(estimateText(estimate2,scale,signed)):MISSING}function tickText(value){return typeset((value<0?"-":"")+groupThousands(
String(Math.abs(Number(value.toPrecision(6))))))}function roundPercent(share){if(!Number.isFinite(share))return MISSING;let percent=100*share,near=Math.min(Math.
abs(percent),Math.abs(100-percent)),places=near===0||near>=9.95?0:near>=.995?1:near>=.0995?2:3;return typeset(`${Number(percent.toFixed(places))} %`)}function roundRatio(c){
let odds=c/(1-c);if(!Number.isFinite(odds)||odds<=0)return MISSING;let[small,large]=odds<=1?[1,1/odds]:[odds,1],round=value=>String(value>=9.95?Math.round(value):
Number(value.toPrecision(2)));return`${round(small)}:${round(large)}`}function rangeText(ends2,format){let[low,high]=ends2.map(format);return low===high?low:`${low}\
 to ${high}`}var roundPercents=ends2=>rangeText(ends2,roundPercent),roundRatios=ends2=>rangeText(ends2,roundRatio);function costInWords([low,high]){return low===high?`${ratioText(low)} (${ratioWords(low)})`:`${ratioText(low)} to ${ratioText(high)} (median ${ratioText(middleShare(
low,high))})`}function prevalenceInWords(range){if(range===null)return WORDS.prevalence.observed;let[low,high]=range;return low===high?percentText(low):`${percentText(
low)} to ${percentText(high)}`}function settingInWords({prevalence,cost,units,group}){let price=unitOf(units).usesCost?costInWords(cost):WORDS.cost.every_error_alike,
who=group===null?"":`, in ${group}`;return`prevalence ${prevalenceInWords(prevalence)}, cost ${price}${who}`}function verdictPhrases({prevalence,cost,units}){let{
verdict}=WORDS,isOne=prevalence===null||prevalence[0]===prevalence[1],place=fill(isOne?verdict.at_one_prevalence:verdict.over_a_range,{prevalence:prevalenceInWords(
prevalence)}),where=unitOf(units).usesCost?verdict.where:verdict.where_errors_count_alike;return{percent:shortPercentText,where:fill(where,{place,cost:costInWords(
cost)}),worth:(difference2,level,exchange)=>worthInWords(difference2,level,exchange,unitOf(units)),difference:(one,other,difference2,level)=>fill(verdict.difference,
{one,other,...endsInWords(difference2,level,unitOf(units))}),exchange:(first,second)=>exchangeInWords(first,second,isOne)}}function endsInWords(difference2,level,{
scale}){let[value,low,high]=scaledTexts(difference2,scale);return{value,low,high,unit:scale.unit,found:scale.found,level:levelText(level)}}function worthInWords(difference2,level,exchange,unit){
let template=unit.weighted?WORDS.verdict.worth_of_accuracy:WORDS.verdict.worth;return fill(template,{...endsInWords(difference2,level,unit),exchange})}function exchangeInWords(first,second,isOnePrevalence){
let{verdict}=WORDS;return fill(isOnePrevalence?verdict.exchange:verdict.exchange_at_median,{found:countInWords("found",first.truePositives-second.truePositives),
treated:countInWords("treated",first.falsePositives-second.falsePositives)})}function countInWords(kind,change){let count=fixed(Math.abs(change),Math.abs(change)<
WORDS.constants.whole_counts_from?1:0),sign=Number(count)===0?"same":change>0?"more":"fewer";return fill(WORDS.verdict[`${kind}_${sign}`],{count})}var DIRECTIONS=4096,ROUNDING=1e-9;function adjustedLevel(variances,contrasts,level){let correlation=correlationOf(variances,contrasts),factor=correlation.length>
1?factorOf(correlation):correlation;return factor.length===0||factor[0].length<=1?level:1-2*normalTail(criticalValue(factor,level))}function correlationOf(v,contrasts){
let least=ROUNDING*Math.max(0,...v.flat()),varying=contrasts.filter(([a,b])=>v[a][b]>least);return varying.map(([a,b])=>varying.map(([c,d])=>{let covariance=(v[a][d]+
v[b][c]-v[a][c]-v[b][d])/2;return Math.min(Math.max(covariance/Math.sqrt(v[a][b]*v[c][d]),-1),1)}))}function factorOf(correlation){let rest=correlation.map(row=>[
...row]),factor=rest.map(()=>[]);for(let round=0;round<rest.length;round++){let pivot=rest.reduce((most,row,i)=>row[i]>rest[most][most]?i:most,0);if(rest[pivot][pivot]<=
1e-6)break;let root=Math.sqrt(rest[pivot][pivot]),column=rest.map(row=>row[pivot]/root);column.forEach((value,i)=>factor[i].push(value));for(let i=0;i<rest.length;i++)
for(let j=0;j<rest.length;j++)rest[i][j]-=column[i]*column[j]}return factor.map(row=>row.map(value=>value/Math.hypot(...row)))}function criticalValue(factor,level){
let dimensions=factor[0].length,largest=largestByDirection(factor,directionsOf(dimensions)),below=chiTable(dimensions),covered=c=>{let sum=0;for(let i=0;i<DIRECTIONS;i++)
sum+=below(c/largest[i]);return sum/DIRECTIONS},[low,high]=[1,2];for(;covered(high)<level;)high*=1.5;for(;covered(low)>level;)low/=1.5;return rootOf(c=>covered(
c)-level,low,high)}function rootOf(f,low,high){let[below,above]=[f(low),f(high)];for(let round=0;round<60&&high-low>1e-9;round++){let middle=(low*above-high*below)/
(above-below),value=f(middle);if(value===0||(value<0?([low,below]=[middle,value],above/=2):([high,above]=[middle,value],below/=2),Math.abs(value)<1e-12))return middle}
return(low+high)/2}function largestByDirection(factor,directions){let dimensions=factor[0].length,largest=new Float64Array(DIRECTIONS);for(let point=0;point<DIRECTIONS;point++)
for(let row of factor){let product=0;for(let k=0;k<dimensions;k++)product+=row[k]*directions[point*dimensions+k];largest[point]=Math.max(largest[point],Math.abs(
product))}return largest}function chiBelow(x,dimensions){let square=x*x/2,even=dimensions%2===0,term=even?1:Math.sqrt(2/Math.PI)*x,sum=0;for(let k=even?2:3;k<=dimensions;k+=
2)sum+=term,term*=2*square/k;return(even?1:1-2*normalTail(x))-Math.exp(-square)*sum}var STEPS=128,FARTHEST=12,tables2=new Map;function chiTable(dimensions){if(!tables2.
has(dimensions)){let places=Array.from({length:FARTHEST*STEPS+1},(_,i)=>i/STEPS),values2=Float64Array.from(places,x=>chiBelow(x,dimensions)),slopes2=Float64Array.
from(places,(x,i)=>x*(chiBelow(x,dimensions-2)-values2[i])/STEPS);tables2.set(dimensions,{values:values2,slopes:slopes2})}let{values,slopes}=tables2.get(dimensions);
return x=>{if(x>=FARTHEST)return 1;let i=Math.floor(x*STEPS),t=x*STEPS-i,rise=values[i+1]-values[i],[first,last]=[slopes[i],slopes[i+1]];return values[i]+t*(first+
t*(3*rise-2*first-last+t*(first+last-2*rise)))}}var kept=new Map;function directionsOf(dimensions){return kept.has(dimensions)||kept.set(dimensions,spreadDirections(
dimensions)),kept.get(dimensions)}function spreadDirections(dimensions){let pairs=Math.ceil(dimensions/2),root=2;for(let round=0;round<64;round++)root=(1+root)**
(1/(2*pairs+1));let directions=new Float64Array(DIRECTIONS*dimensions),place=(point,k)=>(.5+(point+1)*root**-(k+1))%1;for(let point=0;point<DIRECTIONS;point++){
let normal=[];for(let pair=0;pair<pairs;pair++){let length=Math.sqrt(-2*Math.log1p(-place(point,2*pair))),angle=2*Math.PI*place(point,2*pair+1);normal.push(length*
Math.cos(angle),length*Math.sin(angle))}normal.length=dimensions;let size=Math.hypot(...normal);normal.forEach((value,k)=>directions[point*dimensions+k]=value/size)}
return directions}var EVEN=[.5,.5],OVER=["","prevalence","cost","both"],Setting=class _Setting{#scores=new Map;#defaults=null;#compared=new Map;#together=new Map;#level=null;constructor(engine,state,slice,shown){
Object.assign(this,{engine,state,slice,shown,page:engine.page,level:engine.level}),this.samples=shown.map(index=>engine.samples.of(slice,[index])),this.names=shown.
map(index=>({name:engine.models[index],index}));let own=this.samples[0].prevalence;this.range=state.prevalence??[own,own],this.unit=unitOf(state.units),this.costs=
this.unit.usesCost?state.cost:EVEN,this.middle=expit((logit(this.range[0])+logit(this.range[1]))/2),this.counted=resultAt(engine,state),this.deployment=i=>deploymentOf(
state,this.samples[i])}score(index){if(!this.#scores.has(index)){let sample=this.engine.samples.of(this.slice,[index]);this.#scores.set(index,scoreProfile(this.
page,sample,deploymentOf(this.state,sample)))}return this.#scores.get(index)}get defaults(){return this.#defaults??=defaultsOf(this.samples[0],this.deployment(0)),
this.#defaults}get zero(){return this.unit.zero===null?NOTHING_RIGHT:this.defaults[this.unit.zero]}model(index){let score=this.score(index),name=this.engine.models[index],
{parts:_,...binned}=splitOf(score,deploymentOf(this.state,score.sample),this.level,this.zero),split=splitOfResult(this.counted,name,binned);return{name,index,score:split.
total,...this.decisions(index),split,auc:this.page.slices[this.slice].models[index].auc}}over(zero,index,pseudo=!0){let score=this.score(index),bounds=[0,score.
perfect];return estimateOver(zero,score,score.value,{level:this.level,bounds,pseudo})}defaultStrategy(name){let{value,profile}=this.#worthOf(name),binned=profile===
null?exactEstimate(value):estimate(value,[profile],{level:this.level});return strategyOfResult(this.counted,name,plainEstimate(binned))}#worthOf(name){let{zero}=this.
unit,value=this.defaults[name].value-this.zero.value,own=this.defaults[name].profile;if(zero===null||own===null)return{value,profile:own};let isZero=name===zero||
value===0&&this.defaults[TREAT_ALL].value<this.zero.value;return{value,profile:isZero?null:minusProfile(own,this.zero.profile)}}cutoff(index){return this.#cutoff(
this.score(index)).value}withCutoff(index,cut){let sample=this.engine.samples.of(this.slice,[index]),fixed2=fixedProfile(sample,deploymentOf(this.state,sample),
cut),pseudo=this.zero.profile===null;return estimateOver(this.zero,fixed2,fixed2.value,{level:this.level,bounds:[0,fixed2.perfect],pseudo})}#cutoff(score){let cut=(x,k)=>expit(
k-x+score.shift),[low,high]=this.range.map(logit),[cheap,dear]=this.costs.map(logit);return{value:cut((low+high)/2,(cheap+dear)/2),low:cut(high,cheap),high:cut(
low,dear),probability:expit((cheap+dear)/2),prevalence:this.middle,source:expit(score.shift),over:OVER[+(low<high)+2*+(cheap<dear)]}}decisions(index){let score=this.
score(index),cutoff=this.#cutoff(score),decisions=decisionsOfResult(this.counted,this.engine.models[index])??this.#decisions(score.sample,logit(cutoff.value));return{
cutoff,decisions,consequences:consequencesOf(decisions,this.middle)}}#decisions(sample,cut){let observed=this.state.prevalence===null,prevalence=observed?sample.
prevalence:this.middle;return new Decisions(sample,cut,{prevalence,observed,level:this.level}).all()}get pairs(){let names=this.names.map(({name})=>name);return[
...names.flatMap((one,i)=>names.slice(i+1).map(other=>[one,other])),...names.flatMap(one=>DEFAULT_STRATEGIES.map(strategy=>[one,strategy]))]}get margin(){let{margin}=this.
engine.result.verdict;return margin===null||this.unit.weighted?null:margin/1e3}comparisons(){return this.pairs.map(([model,other])=>{let difference2=this.compare(
model,other);return{model,other,difference:plainEstimate(difference2),adjusted:this.together(model,other),confidence:difference2.confidence(),aboveMargin:this.margin===
null?null:difference2.confidence(this.margin)}})}together(one,other){let key=`${one}|${other}`;if(!this.#together.has(key)){let difference2=this.compare(one,other),
counted=this.#asksTheStudy&&difference2.simultaneous;this.#together.set(key,counted||difference2.at(this.levelOfComparisons))}return this.#together.get(key)}picked(models){
if(models.length<2)return null;let best=models.reduce((most,model)=>model.score.value>most.score.value?model:most),counted=this.#asksTheStudy&&this.counted?.models?.[best.
name]?.net_benefit?.simultaneous,level=this.#adjusted(this.names.map(({name})=>[name,TREAT_NONE])),widen2=widening(this.over(this.zero,best.index),level);return{
name:best.name,count:models.length,value:best.score.value,...counted||widen2(best.score)}}get#asksTheStudy(){return this.state.group===null&&this.shown.length===
this.engine.models.length}get levelOfComparisons(){return this.#level??=this.#adjusted(this.pairs),this.#level}#adjusted(pairs){let items=[...this.names.map(({name})=>name),
...DEFAULT_STRATEGIES],variances=items.map((one,i)=>items.map((other,j)=>i<j?this.compare(one,other).seen():0)),symmetric=variances.map((row,i)=>row.map((own,j)=>i<
j?own:variances[j][i])),places=pairs.map(pair=>pair.map(name=>items.indexOf(name)));return adjustedLevel(symmetric,places,this.level)}compare(one,other,state=this.
state){if(state!==this.state)return this.#binned(one,other,state);let key=`${one}|${other}`;if(!this.#compared.has(key)){let counted=comparisonOfResult(this.counted,
one,other),binned=this.#binned(one,other,state);this.#compared.set(key,counted?{...counted,at:level=>widening(binned,level)(counted)}:binned)}return this.#compared.
get(key)}#binned(one,other,state){let[a,b]=[one,other].map(name=>this.engine.models.indexOf(name));return a>=0&&b>=0?this.#paired(a,b,state):a>=0?this.over(this.
defaults[other],a,!1):b>=0?turn(this.over(this.defaults[one],b,!1)):this.#strategies(one,other)}#strategies(one,other){let[first,second]=[this.#worthOf(one),this.#worthOf(
other)],value=first.value-second.value;if(first.profile===null&&second.profile===null)return exactEstimate(value);if(first.profile===null)return turn(estimate(-value,
[second.profile],{level:this.level}));let profile=second.profile===null?first.profile:minusProfile(first.profile,second.profile);return estimate(value,[profile],
{level:this.level})}#paired(a,b,state){if(a>b)return turn(this.#paired(b,a,state));let asked=state===this.state?this:new _Setting(this.engine,state,this.slice,this.
shown),[one,other]=[asked.score(a),asked.score(b)],joint=this.engine.samples.of(this.slice,[a,b]);return estimate(one.value-other.value,[pairProfile(joint,one,other)],
{level:this.level})}#doneBy(name,models){let model=models.find(one=>one.name===name);if(model)return model.consequences;let prevalence=middleShare(...this.range),
treatsAll=prevalence>=middleShare(...this.costs);return{truePositives:treatsAll?1e3*prevalence:0,falsePositives:treatsAll?1e3*(1-prevalence):0}}forVerdict(models){
let names=this.names.map(({name})=>name),sampleOf=name=>this.samples[names.indexOf(name)];return{names,level:this.level,state:this.state,phrases:verdictPhrases(
this.state),margin:this.margin,range:this.range,costs:this.costs,observed:observedPrevalences(this.engine.result),count:this.pairs.length,adjusts:this.levelOfComparisons>
this.level,compare:(one,other)=>this.compare(one,other),together:(one,other)=>this.together(one,other),doneBy:name=>this.#doneBy(name,models),valueAt:(name,prevalence)=>valueAt(
this.page,sampleOf(name),this.state,logit(prevalence)),lead:(one,other,ends2)=>this.compare(one,other,{...this.state,prevalence:ends2})}}};function consequencesOf(decisions,prevalence){
return{prevalence,treated:decisions.treated_per_1000.value,truePositives:decisions.true_positives_per_1000.value,falseNegatives:decisions.false_negatives_per_1000.
value,falsePositives:decisions.false_positives_per_1000.value}}function turn({value,low,high,seen,at,confidence}){return{value:-value,low:-high,high:-low,seen,at:level=>({
low:-at(level).high,high:-at(level).low}),confidence:(above=0)=>1-confidence(-above)}}function widening(known,level){let{low,high}=known.at(level),factor=known.
high>known.low?(high-low)/(known.high-known.low):1;return other=>({low:other.value-factor*(other.value-other.low),high:other.value+factor*(other.high-other.value)})}
function plainEstimate({value,low,high}){return{value,low,high}}var{constants,verdict:VERDICT}=WORDS,POINTS=constants.prevalences_compared;function verdictOf(context){let{names,compare,together}=context,ranked=rank(context),
[best,runnerUp]=ranked,model=best===WITHOUT_A_MODEL?runnerUp:best,isAhead=(one,other)=>together(one,other).low>constants.a_tie&&compare(one,other).value>=(context.
margin??0),better=names.filter(name=>isAhead(name,WITHOUT_A_MODEL)),rivals=ranked.slice(1).filter(name=>name!==WITHOUT_A_MODEL),kept2=better.includes(best)?[]:better,
tied=[best,...rivals.filter(name=>kept2.includes(name)||!isAhead(best,name))],within2=(one,other)=>({value:compare(one,other).value,...together(one,other)}),verdict={
best,tied,betterThanWithout:better,decided:tied.length===1&&(best===WITHOUT_A_MODEL||better.includes(best)),runnerUp,difference:within2(best,runnerUp),added:within2(
model,WITHOUT_A_MODEL),nonInferior:context.margin===null||best===WITHOUT_A_MODEL?[]:rivals.filter(name=>together(best,name).high<context.margin),outside:isOutside(
context),flips:flipsOf(best,context)};return{...verdict,text:inWords(verdict,model,context)}}function rank({names,compare}){let over=new Map(names.map(name=>[name,
compare(name,WITHOUT_A_MODEL).value])),models=[...names].sort((a,b)=>over.get(b)-over.get(a)),ahead=models.filter(name=>over.get(name)>constants.a_tie);return[...ahead,
WITHOUT_A_MODEL,...models.slice(ahead.length)]}function isOutside({state,observed}){return state.prevalence!==null&&(state.prevalence[1]<observed.low||state.prevalence[0]>
observed.high)}function inWords(verdict,model,context){let sentences=[...(verdict.betterThanWithout.length===0?noModel:verdict.decided?oneModel:severalModels)(verdict,
model,context),...nonInferior(verdict,context),...flips(verdict,context)];return context.adjusts&&sentences.push(fill(VERDICT.together,{count:context.count})),[
...sentences,...outside(verdict,context)].join(" ")}function oneModel({best,runnerUp},_,context){let sentences=[fill(VERDICT.use,{best,where:context.phrases.where}),
fill(VERDICT.over_default,{worth:worth(best,WITHOUT_A_MODEL,context)})];if(runnerUp!==WITHOUT_A_MODEL){let template=context.names.length===2?VERDICT.over_other:
VERDICT.over_next;sentences.push(fill(template,{other:runnerUp,worth:worth(best,runnerUp,context)}))}return sentences}function severalModels({best,tied,betterThanWithout},_,context){
let told=tied.slice(1,1+constants.ties_told_one_by_one),differences2=join(told.map(other=>difference(best,other,context))),sentences=[fill(VERDICT.too_close,{models:join(
tied),where:context.phrases.where,differences:differences2}),...leadsThatDoNotMatter(best,told,context),VERDICT.what_else];betterThanWithout.includes(best)&&sentences.
push(fill(VERDICT.best_over_default,{best,worth:worth(best,WITHOUT_A_MODEL,context)}));let unsure=tied.filter(name=>!betterThanWithout.includes(name));if(unsure.
length>0){let template=unsure.length===1?VERDICT.not_shown_better:VERDICT.none_shown_better;sentences.push(fill(template,{models:join(unsure)}))}return sentences}
function noModel(_,model,context){let template=context.names.length>1?VERDICT.no_model:VERDICT.not_the_model;return[fill(template,{where:context.phrases.where,model,
difference:difference(model,WITHOUT_A_MODEL,context)}),...leadsThatDoNotMatter(model,[WITHOUT_A_MODEL],context),...withoutAModel(context)]}function withoutAModel({
range,costs,phrases}){if(costs[0]!==costs[1])return[];let threshold=costs[0],kind=range[0]>=threshold?"all":range[1]<threshold?"none":"both";return[fill(VERDICT[`\
without_is_${kind}`],{threshold:phrases.percent(threshold)})]}function leadsThatDoNotMatter(best,others,{margin,together}){let behind=others.filter(other=>together(
best,other).low>0);return margin===null||behind.length===0?[]:[fill(VERDICT.below_margin,{best,others:join(behind),margin:marginText(margin)})]}function nonInferior({
best,nonInferior:names},{margin}){if(names.length===0)return[];let template=names.length===1?VERDICT.non_inferior:VERDICT.all_non_inferior;return[fill(template,
{models:join(names),best,margin:marginText(margin)})]}function flips({best,flips:all},{phrases:{percent}}){let told=all.filter(({beyondChance})=>beyondChance).map(
({ahead,low,high})=>fill(VERDICT.flip,{ahead,low:percent(low),high:percent(high)}));return told.length>0?[fill(VERDICT.flips,{best,flips:join(told)})]:[]}function outside(verdict,{
observed,phrases:{percent}}){if(!verdict.outside)return[];let{everyone,groups}=observed;if(groups.length===0)return[fill(VERDICT.outside,{observed:percent(everyone)})];
let[low,high]=[Math.min(...groups),Math.max(...groups)].map(percent);return[fill(VERDICT.outside_groups,{observed:percent(everyone),low,high})]}function worth(one,other,{
compare,together,doneBy,phrases,level}){let exchange=phrases.exchange(doneBy(one),doneBy(other));return phrases.worth({value:compare(one,other).value,...together(
one,other)},level,exchange)}function difference(one,other,{compare,together,phrases,level}){return phrases.difference(one,other,{value:compare(one,other).value,
...together(one,other)},level)}var marginText=margin=>general(1e3*margin,6);function join(names){return names.length<2?names.join(""):[names.slice(0,-1).join(VERDICT.
comma),names.at(-1)].join(VERDICT.and)}function flipsOf(best,{names,state,level,margin,valueAt:valueAt2,lead}){let range=state.prevalence,oneCost=!unitOf(state.
units).usesCost||state.cost[0]===state.cost[1];if(range===null||range[0]===range[1]||!names.includes(best)||names.length<2||!oneCost)return[];let[low,high]=range.
map(logit),at=i=>clamp(expit(low+(high-low)*i/(POINTS-1)),range[0],range[1]),leaders=[];for(let i=0;i<POINTS;i++)leaders.push(leaderAt(names,best,name=>valueAt2(
name,at(i))));let starts=leaders.map((_,i)=>i).filter(i=>i===0||leaders[i]!==leaders[i-1]),stretches=starts.map((start,n)=>({ahead:leaders[start],ends:[at(start),
at((starts[n+1]??POINTS)-1)]})).filter(({ahead})=>ahead!==best),adjusted=1-(1-level)/Math.max(names.length-1,stretches.length,1);return stretches.map(({ahead,ends:ends2})=>{
let estimate2=lead(ahead,best,ends2),isLead=estimate2.at(adjusted).low>0&&estimate2.value>=(margin??0),beyondChance=ends2[0]<ends2[1]&&isLead;return{ahead,low:ends2[0],
high:ends2[1],confidence:estimate2.confidence(),beyondChance}})}function leaderAt(names,best,value){let values=names.map(value),most=Math.max(...values);return value(
best)>=most-constants.a_tie?best:names[values.indexOf(most)]}var LIMITS={prevalence:[5e-4,.95],cost:[1/1001,1e3/1001]};function createEngine(study){return new Engine(study)}var Engine=class{constructor({result,page}){this.
result=result,this.page=page,this.samples=new Samples(page),this.models=page.models.map(model=>model.name),this.groups=result.groups,this.level=result.deployment.
level,this.limits=LIMITS,this.own={...within(page.own.state),units:FIRST_UNIT,group:null,models:[...this.models]},this.ownIsExact=page.own.exact}patientsPrevalence(group){
return this.#sample(this.#slice(group),0).prevalence}get counted(){return this.result.data.clusters===null?WORDS.tables.patients:WORDS.tables.rows}#slice(group){
let index=this.page.slices.findIndex(slice=>slice.kind===(group===null?"everyone":"group")&&slice.name===group);if(index<0)throw new RangeError(`no group ${group}\
 on this page`);return index}#sample(slice,model){return this.samples.of(slice,[model])}answer(state){let slice=this.#slice(state.group),shown=this.#shown(state),
context=new Setting(this,state,slice,shown),models=shown.map(index=>context.model(index)),defaults=Object.fromEntries(DEFAULT_STRATEGIES.map(name=>[name,context.
defaultStrategy(name)])),answer={state,scale:unitOf(state.units).scale,level:this.level,slice:this.#about(state.group,slice),models,defaults,picked:context.picked(
models),margin:context.margin,comparisons:context.comparisons(),verdict:verdictOfResult(this,state)??verdictOf(context.forVerdict(models))};return computeLazily(
answer,"groups",()=>this.#byGroup(state,shown)),computeLazily(answer,"gaps",()=>this.#gaps(state,shown)),computeLazily(answer,"groupDecisions",()=>this.#groupDecisions(
state,shown)),answer}#shown(state){let shown=state.models.map(name=>this.models.indexOf(name)).filter(index=>index>=0);return shown.length?shown:this.models.map(
(_,index)=>index)}#about(group,slice){let patients=group===null?{name:"everyone",...this.result.data}:this.groups.find(one=>one.name===group);return{name:patients.
name,patients:patients.used??patients.patients,positives:patients.positives,counted:this.counted,prevalence:this.#sample(slice,0).prevalence}}#byGroup(state,shown){
return this.groups.map(group=>({name:group.name,patients:group.patients,positives:group.positives,prevalence:group.prevalence??null,estimable:group.estimable,whyNot:group.
why_not??null,models:group.estimable?this.#groupScores(state,group,shown):[]}))}#groupScores(state,group,shown){let setting=new Setting(this,{...state,group:group.
name},this.#slice(group.name),shown),everyone=new Setting(this,{...state,group:null},this.#slice(null),shown);return shown.map(index=>{let name=this.models[index],
cut=everyone.cutoff(index),binned={score:setting.over(setting.zero,index),withCommonCutoff:setting.withCutoff(index,cut)};return{name,index,...groupOfResult(setting.
counted,name,binned),observedExpected:group.models[name].observed_expected,cutoff:setting.cutoff(index),commonCutoff:cut}})}#groupDecisions(state,shown){return this.
groups.filter(({estimable})=>estimable).flatMap(({name:group})=>{let setting=new Setting(this,{...state,group},this.#slice(group),shown);return shown.map(index=>({
group,name:this.models[index],index,...setting.decisions(index)}))})}#gaps(state,shown){return this.page.gaps.flatMap(({group,reference,slices})=>shown.map(index=>{
let gap={model:this.models[index],index,group,reference},samples=slices.map(slice=>this.#sample(slice,index)),parts=gapOf(this.page,samples,state,this.level),readings=this.#readings(
group,slices,index,state);return{...gap,...gapOfResult(this,state,{...gap,parts,readings})}}))}#readings(group,slices,index,state){let counted=(this.groups.find(
({name})=>name===group).gaps??[]).find(({model})=>model===this.models[index])?.readings;if(!counted)return null;let samples=slices.map(slice=>this.#sample(slice,
index)),[byGroup,byAll]=[!1,!0].map(ofAll=>{let models=this.page.models.map(model=>({...model,source:null,source_of_all:ofAll}));return differenceAtEqualPrevalence(
{...this.page,models},samples,state,this.level)}),{observed_expected:ratios,supported,neither_fits}=counted;return{group:byGroup,all:byAll,ratios,supported,neither_fits,
used:this.#sourceOf(index)}}#sourceOf(index){return this.page.models[index].source_of_all?"all":"group"}#setting(state){return new Setting(this,state,this.#slice(
state.group),this.#shown(state))}valueCurve(state){let{samples,names,range}=this.#setting(state);return valueCurve(this.page,samples,names,state,range,LIMITS.prevalence)}decisionCurve(state){
let{samples,names,costs,middle}=this.#setting(state);return decisionCurve(this.page,samples,names,overCosts(state),costs,middle)}winnerMap(state){let{samples,names,
range,costs}=this.#setting(state);return winnerMap(this.page,samples,names,overCosts(state),{prevalence:range,cost:costs},LIMITS)}reliability(state){let{names,slice}=this.#setting(
state);return names.map(name=>({...name,bins:this.page.slices[slice].models[name.index].reliability}))}roc(state){let{samples,names,deployment,slice}=this.#setting(
state);return samples.map((sample,i)=>rocCurve(this.page,sample,names[i],deployment(i),this.page.slices[slice].models[names[i].index].auc))}weight(state){let{samples,
names,deployment}=this.#setting(state);return{models:samples.map((sample,i)=>weightCurve(this.page,sample,names[i],deployment(i)))}}};function within({prevalence,
cost}){let inside2=(ends2,limits)=>ends2&&ends2.map(end=>clamp(end,...limits));return{prevalence:inside2(prevalence,LIMITS.prevalence),cost:inside2(cost,LIMITS.
cost)}}function overCosts(state){return{...state,units:unitOf(state.units).overCosts}}function computeLazily(object,name,compute){let value;Object.defineProperty(
object,name,{enumerable:!0,get:()=>value??=compute()})}var SVG="http://www.w3.org/2000/svg";function restart(parent){parent.nextDrawn=parent.firstChild}function add(parent,tag,attributes={}){let element=parent.nextDrawn??
null;if(element?.drawnTag===tag)parent.nextDrawn=element.nextSibling;else{let added=document.createElementNS(SVG,tag);added.drawnTag=tag,parent.insertBefore(added,
element),element=added}let known=element.drawnAttributes??{};for(let key in attributes)attributes[key]!==known[key]&&element.setAttribute(key,attributes[key]);for(let key in known)
key in attributes||element.removeAttribute(key);return element.drawnAttributes=attributes,tag!=="text"&&restart(element),element}function trim(parent){for(;parent.
nextDrawn;){let gone=parent.nextDrawn;parent.nextDrawn=gone.nextSibling,gone.remove()}for(let child=parent.firstChild;child;child=child.nextSibling)child.firstChild&&
child.drawnTag!=="text"&&trim(child)}function snap(value){return Math.round(value*10)/10}function pathThrough(xs,ys){let path="",pen="M";for(let i=0;i<xs.length;i++)
Number.isFinite(xs[i])&&Number.isFinite(ys[i])?(path+=pen+snap(xs[i])+" "+snap(ys[i]),pen="L"):pen="M";return path}var INK="#262626",FAINT="#595959",GRID_COLOUR="#e4e4e4",SHADE="#e9e9e9",COLOURS=["#0072B2","#E69F00","#009E73","#CC79A7","#D55E00","#56B4E9","#000000"],EDGES=["\
#0072B2","#8A5F00","#007A59","#94437A","#B04E00","#1F78B0","#000000"],TINTS=["#BFDCEC","#F9E7BF","#BFE7DC","#F2DDE9","#F4D6BF","#D5ECF9","#CFCFCF"],DASHES=["","\
14 3","14 3 3 3","14 3 3 3 3 3","7 3 7 7"],MARKERS=["circle","square","up","diamond","down","plus","cross"],RECALIBRATED_DASH="4 3.2",TREAT_ALL_LOOK={colour:FAINT,
edge:FAINT,tint:"#DADADA",dash:"1.5 3.5",marker:null,width:2.2},TREAT_NONE_LOOK={colour:FAINT,edge:FAINT,tint:"#FFFFFF",dash:"",marker:null,width:1.4};function lookOf(index){
let colour=index%COLOURS.length;return{index,colour:COLOURS[colour],edge:EDGES[colour],tint:TINTS[colour],dash:DASHES[index%DASHES.length],marker:MARKERS[index%
MARKERS.length],width:2.2}}var SHAPES={circle:(x,y,r)=>`M${x-r} ${y}a${r} ${r} 0 1 0 ${2*r} 0a${r} ${r} 0 1 0 ${-2*r} 0z`,square:(x,y,r)=>`M${x-r} ${y-r}h${2*r}\
v${2*r}h${-2*r}z`,up:(x,y,r)=>`M${x} ${y-1.2*r}l${1.2*r} ${2.1*r}h${-2.4*r}z`,diamond:(x,y,r)=>`M${x} ${y-1.3*r}l${1.3*r} ${1.3*r}l${-1.3*r} ${1.3*r}l${-1.3*r} ${-1.3*
r}z`,down:(x,y,r)=>`M${x} ${y+1.2*r}l${1.2*r} ${-2.1*r}h${-2.4*r}z`,plus:(x,y,r)=>{let a=.8*r;return`M${x-a/2} ${y-1.5*a}h${a}v${a}h${a}v${a}h${-a}v${a}h${-a}v${-a}\
h${-a}v${-a}h${a}z`},cross:(x,y,r)=>{let[a,b,c]=[.6*r,.8*r,1.2*r];return`M${x-r} ${y-c}l${r} ${b}l${r} ${-b}l${-a} ${c}l${a} ${c}l${-r} ${-b}l${-r} ${b}l${a} ${-c}\
z`}};function markerPath(look,x,y,r){return!look.marker||!Number.isFinite(x)||!Number.isFinite(y)?"":SHAPES[look.marker](snap(x),snap(y),r)}function drawMarkers(parent,look,path){
path&&add(parent,"path",{d:path,fill:look.colour,stroke:INK,"stroke-width":1})}function drawLine(parent,look,path,more){let both={d:path,fill:"none","stroke-das\
harray":look.dash||"none","stroke-linejoin":"round",...more};look.edge!==look.colour&&add(parent,"path",{...both,stroke:look.edge,"stroke-width":look.width+1});
let width=look.edge===look.colour?look.width:look.width-.6;return add(parent,"path",{...both,stroke:look.colour,"stroke-width":width})}function addHatch(figure,look,name=`\
hatch-${look.index}`,ground=look.tint){let id=`${figure.id}-${name}`,kind=(look.index??0)%6,pattern=add(figure.layer,"pattern",{id,width:8,height:8,patternUnits:"\
userSpaceOnUse",patternTransform:`rotate(${[45,-45,0,0,90,45][kind]})`});return add(pattern,"rect",{width:8,height:8,fill:ground}),kind===3?add(pattern,"circle",
{cx:4,cy:4,r:1.7,fill:look.colour}):add(pattern,"path",{d:kind===5?"M0 4h8M4 0v8":"M0 4h8",stroke:look.colour,"stroke-width":2}),`url(#${id})`}function whiskerPath(from,to,y,cap=4){
let[left,right]=[snap(from),snap(to)];return`M${left} ${y}H${right}M${left} ${y-cap}v${2*cap}M${right} ${y-cap}v${2*cap}`}function svgElement(tag,attributes,...children){let element=document.createElementNS(SVG,tag);for(let[name,value]of Object.entries(attributes))element.setAttribute(
name,value);return element.append(...children),element}function swatch(index){let{colour,edge,dash}=lookOf(index),line=(stroke,width)=>svgElement("path",{d:"M1 \
5h26",fill:"none",stroke,"stroke-width":width,"stroke-dasharray":dash||"none"});return svgElement("svg",{class:"swatch",width:28,height:10,viewBox:"0 0 28 10","\
aria-hidden":"true"},line(edge,3.4),line(colour,2.2))}function make(tag,attributes={},...children){let element=document.createElement(tag);for(let[name,value]of Object.entries(attributes))value===!1||value===null||
value===void 0||element.setAttribute(name,value===!0?"":value);return element.append(...children),element}function nameElement(name){return make("bdi",{class:"n\
ame"},name)}function setText(element,text){element.textContent!==text&&(element.textContent=text)}function unitsControl(onChange){let boxes=UNITS.map(({name})=>make("input",{type:"radio",name:"units",value:name})),labels=boxes.map(box=>make("label",{},box,make(
"span",{},box.value))),segments=make("div",{class:"segments"},...labels),element=make("div",{class:"units",role:"radiogroup","aria-label":"Units"},make("b",{},"\
Units"),segments);return boxes.forEach(box=>box.addEventListener("change",()=>onChange({units:box.value}))),{element,show:({units})=>boxes.forEach(box=>{box.checked=
box.value===units})}}function statedControl(settings,onChange){let option=({name,exact},at)=>make("option",{value:at},exact?name:`${name} (its range)`),none=make(
"option",{value:"-1"},"settings of the study"),select=make("select",{"aria-label":"Settings that the study states"},none,...settings.map(option));return select.
hidden=settings.length===0,select.addEventListener("change",()=>{let chosen=settings[Number(select.value)];chosen&&onChange({...chosen.state},!0)}),{element:select,
show:state=>{select.value=String(settings.findIndex(setting=>sameState({...state,...setting.state},state)))}}}function groupControl(engine,onChange){let option=({
name,patients,estimable},at)=>make("option",{value:at,disabled:!estimable},`${name} (${estimable?`${countText(patients)} ${engine.counted}`:"not estimable"})`),
select=make("select",{id:"group"},make("option",{value:"-1"},"everyone"),...engine.groups.map(option));return select.addEventListener("change",()=>onChange({group:engine.
groups[Number(select.value)]?.name??null})),{element:make("div",{class:"group",hidden:engine.groups.length===0},make("label",{for:"group"},"Group"),select),show:({
group})=>{select.value=String(engine.groups.findIndex(({name})=>name===group))}}}function modelsControl(engine,onChange){let boxes=engine.models.map(()=>make("i\
nput",{type:"checkbox"})),chosen=()=>engine.models.filter((_,at)=>boxes[at].checked),labels=engine.models.map((name,at)=>make("label",{class:"check",title:name},
boxes[at],swatch(at),nameElement(name))),note=make("span",{class:"said",role:"status"});boxes.forEach(box=>box.addEventListener("change",()=>{chosen().length===
0?(box.checked=!0,note.textContent="At least one model stays."):onChange({models:chosen()})}));let list=make("div",{class:"list"},...labels,note),element=make("\
div",{class:"models",role:"group","aria-label":"Models shown"},make("b",{},"Models"),list);function show({models}){setText(note,""),engine.models.forEach((name,at)=>{
boxes[at].checked=models.includes(name)})}return{element,show}}var TENTHS=Array.from({length:90},(_,at)=>10+at);function twoDigits(low,high){let marks=[];for(let power=Math.floor(Math.log10(low))-1;power<=Math.log10(high);power++)
for(let mark of TENTHS)marks.push(+`${mark}e${power}`);return marks.filter(mark=>mark>=low*(1-1e-12)&&mark<=high*(1+1e-12))}function prevalenceGrid([low,high]){
return twoDigits(100*low,100*high).map(percents=>Number((percents/100).toPrecision(4)))}function costGrid([low,high]){let dear=twoDigits(1,(1-low)/low).reverse(),
cheap=twoDigits(1,high/(1-high)).slice(1);return[...dear.map(times=>1/(1+times)),...cheap.map(times=>times/(1+times))]}var inside=([low,high],value)=>value>=low*
(1-1e-9)&&value<=high*(1+1e-9);function prevalenceMarks(limits){let major=[.1,1,10,50,90];return[.1,.5,1,2,5,10,20,50,80,90].map(percents=>({value:percents/100,
text:`${percents} %`,minor:!major.includes(percents)})).filter(({value})=>inside(limits,value))}function costMarks(limits){let major=[1e3,100,10,1],dear=[1e3,100,
30,10,3,1].map(times=>({value:1/(1+times),text:`1:${times}`,minor:!major.includes(times)})),cheap=[10,100,1e3].map(times=>({value:times/(1+times),text:`${times}\
:1`}));return[...dear,...cheap].filter(({value})=>inside(limits,value))}var SLIDER_KEYS="slider-keys",PAGE_STEPS=10,GRASP=22;function stepAlong(grid,value,steps){let near=1e-9*value;if(steps>0){let next=grid.findIndex(mark=>mark>value+
near);return next<0?grid.at(-1):grid[Math.min(next+steps-1,grid.length-1)]}let before=grid.findLastIndex(mark=>mark<value-near);return before<0?grid[0]:grid[Math.
max(before+steps+1,0)]}function nearestMark(grid,logOdds){let share=expit(logOdds),above=grid.findIndex(mark=>mark>=share);if(above<=0)return above<0?grid.at(-1):
grid[0];let[a,b]=[grid[above-1],grid[above]];return logOdds-logit(a)<logit(b)-logOdds?a:b}var KEY_STEPS={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1,PageUp:PAGE_STEPS,
PageDown:-PAGE_STEPS,End:1/0,Home:-1/0};function createSlider(options){let{limits,ticks}=options,least=logit(limits[0]),place=value=>(logit(value)-least)/(logit(
limits[1])-least),band=make("div",{class:"band"}),handles=[0,1].map(()=>make("div",{class:"handle",role:"slider",tabindex:"0","aria-describedby":SLIDER_KEYS})),
rail=make("div",{class:"rail"},band,...handles),marks=make("div",{class:"ticks","aria-hidden":"true"});for(let{value,text,minor}of ticks){let edge=place(value)<
.03?"first":place(value)>.97?"last":null,mark=make("span",{class:minor?"minor":edge},text);mark.style.left=`${100*place(value)}%`,marks.append(mark)}let element=make(
"div",{class:"slider"},rail,marks),slider={...options,element,rail,band,handles,place,ends:[...limits],single:!1,off:!1};return handles.forEach((handle,which)=>handle.
addEventListener("keydown",event=>onKey(slider,which,event))),rail.addEventListener("pointerdown",event=>startDrag(slider,event)),{element,show:(ends2,how)=>showEnds(
slider,ends2,how)}}function showEnds(slider,ends2,{single,off}){let{handles,band,place,limits,names,textOf}=slider;Object.assign(slider,{ends:ends2,single,off});
let labels=single?[names.one,""]:[names.low,names.high],lowest=[limits[0],ends2[0]],highest=[single?limits[1]:ends2[1],limits[1]];handles.forEach((handle,at)=>{
handle.style.left=`${100*place(clamp(ends2[at],...limits))}%`,handle.hidden=single&&at===1;let attributes={"aria-label":labels[at],"aria-valuemin":lowest[at],"a\
ria-valuemax":highest[at],"aria-valuenow":ends2[at],"aria-valuetext":textOf(ends2[at]),"aria-disabled":off};for(let[name,value]of Object.entries(attributes))handle.
setAttribute(name,value)});let[left,right]=ends2.map(end=>100*place(clamp(end,...limits)));band.style.left=`${left}%`,band.style.width=`${right-left}%`,slider.element.
classList.toggle("off",off)}function changed(slider,ends2){ends2[0]===slider.ends[0]&&ends2[1]===slider.ends[1]||slider.onChange(ends2)}function moveOne(slider,which,value){
let[low,high]=slider.ends;return slider.single?changed(slider,[value,value]):changed(slider,which===0?[Math.min(value,high),high]:[low,Math.max(value,low)])}function onKey(slider,which,event){
let steps=KEY_STEPS[event.key];if(steps===void 0||slider.off||event.altKey||event.ctrlKey||event.metaKey)return;event.preventDefault();let moved=slider.ends.map(
end=>stepAlong(slider.grid,end,steps));if(event.shiftKey&&!slider.single){!moved.some((end,at)=>end===slider.ends[at])&&Number.isFinite(steps)&&changed(slider,moved);
return}moveOne(slider,which,moved[which])}function logOddsAt(slider,event){let box=slider.rail.getBoundingClientRect(),[low,high]=slider.limits.map(logit);return low+
clamp((event.clientX-box.left)/box.width,0,1)*(high-low)}function graspOf(slider,event){if(slider.single)return 0;let box=slider.rail.getBoundingClientRect(),far=slider.
ends.map(end=>event.clientX-(box.left+slider.place(end)*box.width));return Math.abs(far[0]-far[1])<3?Math.abs(far[0])<GRASP?"either":far[0]<0?0:1:far[0]>GRASP&&
far[1]<-GRASP?"both":Math.abs(far[0])<=Math.abs(far[1])?0:1}function startDrag(slider,event){if(slider.off||event.button!==0)return;event.preventDefault();let{rail,
handles,grid}=slider,grasp=graspOf(slider,event),from=logOddsAt(slider,event),before=slider.ends.map(logit);handles[grasp===1?1:0].focus({preventScroll:!0}),rail.
setPointerCapture(event.pointerId);let drag=moved=>{let to=logOddsAt(slider,moved);if(grasp==="either"){if(nearestMark(grid,to)===nearestMark(grid,from))return;
grasp=to<from?0:1,handles[grasp].focus({preventScroll:!0})}grasp==="both"?moveBoth(slider,before,to-from):moveOne(slider,grasp,nearestMark(grid,to))},stop=()=>{
rail.removeEventListener("pointermove",drag);for(let end of["pointerup","pointercancel"])rail.removeEventListener(end,stop)};rail.addEventListener("pointermove",
drag);for(let end of["pointerup","pointercancel"])rail.addEventListener(end,stop);grasp!=="both"&&grasp!=="either"&&!handles.includes(event.target)&&drag(event)}
function moveBoth(slider,before,by){let[least,most]=slider.limits.map(logit),kept2=clamp(by,least-before[0],most-before[1]);changed(slider,before.map(end=>nearestMark(
slider.grid,end+kept2)))}function numberBox(label,read,onValue){let box=make("input",{type:"text",inputmode:"decimal",size:"5",autocomplete:"off","aria-label":label}),shown="",show=text=>{
shown=text,document.activeElement!==box&&(box.value=text),box.removeAttribute("aria-invalid")},commit=()=>{if(box.value.trim()===shown)return;let value=read(box.
value.trim().replace(",","."));value>0&&value<1?(onValue(value),box.value=shown):box.setAttribute("aria-invalid","true")};return box.addEventListener("change",commit),
box.addEventListener("blur",()=>{box.value=shown,box.removeAttribute("aria-invalid")}),{box,show}}function checkbox(text,onChecked){let box=make("input",{type:"\
checkbox"}),words=make("span",{},text);return box.addEventListener("change",()=>onChecked(box.checked)),{element:make("label",{class:"check"},box,words),box,words}}
var SPREAD=Math.log(2);function rangeControl({limits,lead,slider,boxes,boxText,read,onEnds,extra=[]}){let ends2=limits,single=!1,typed=at=>value=>{let kept2=clamp(
value,...limits);return onEnds(single?[kept2,kept2]:at===0?[kept2,Math.max(kept2,ends2[1])]:[Math.min(kept2,ends2[0]),kept2])},inputs=boxes.map((label,at)=>numberBox(
label,read,typed(at))),join2=make("span",{},"to"),tail=make("span",{class:"tail"}),one=checkbox("one value",checked=>{single=checked;let middle=middleShare(...ends2),
spread=by=>nearestMark(slider.grid,logit(middle)+by);onEnds(checked?[middle,middle]:[spread(-SPREAD),spread(SPREAD)])}),track=createSlider({...slider,limits,onChange:onEnds}),
typing=make("div",{class:"typing"},make("b",{},lead),inputs[0].box,join2,inputs[1].box,tail),checks=make("div",{class:"checks"},one.element,...extra),line=make(
"div",{class:"line"},typing,checks),element=make("div",{class:"range",role:"group","aria-label":slider.names.group},line,track.element);function show(next,{fresh,
off,words}){ends2=next,(fresh||next[0]!==next[1])&&(single=next[0]===next[1]),one.box.checked=single,inputs.forEach(({show:write},at)=>write(boxText(next[at]))),
inputs[1].box.hidden=join2.hidden=single;for(let{box}of[...inputs,one])box.disabled=off;track.show(next,{single,off}),setText(tail,words)}return{element,show}}function createControls(engine,onChange,onReset){let prevalence=prevalenceControl(engine,onChange),cost=costControl(engine,onChange),units=unitsControl(onChange),
group=groupControl(engine,onChange),models=modelsControl(engine,onChange),stated=statedControl(engine.page?.settings??[],onChange),reset=make("button",{type:"bu\
tton",class:"reset"},"Return to the study's setting");reset.addEventListener("click",onReset);let brief=make("p",{class:"brief","aria-hidden":"true"}),choices=make(
"div",{class:"choices"},units.element,group.element,models.element),ranges=make("div",{class:"ranges"},prevalence.element,cost.element),keys=make("p",{class:"un\
seen",id:SLIDER_KEYS},"Arrow keys move one step, Page keys ten, Shift moves both ends."),element=make("div",{class:"bar"},keys,ranges,choices,make("div",{class:"\
foot"},brief,make("div",{class:"back"},stated.element,reset)));function show(state,fresh){for(let part of[prevalence,cost,units,group,models,stated])part.show(state,
fresh);reset.setAttribute("aria-disabled",sameState(state,engine.own))}return{element,brief,show}}var OBSERVED="observed";function prevalenceControl(engine,onChange){
let{limits}=engine,last=engine.own.prevalence,here=0,own=checkbox(OBSERVED,checked=>onChange({prevalence:checked?null:last??[here,here]})),control=rangeControl(
{limits:limits.prevalence,lead:"Prevalence",slider:{grid:prevalenceGrid(limits.prevalence),ticks:prevalenceMarks(limits.prevalence),names:{group:"Prevalence whe\
re the model will be used",low:"Lowest prevalence",high:"Highest prevalence",one:"Prevalence"},textOf:percentText},boxes:["Lowest prevalence in percent","Highes\
t prevalence in percent"],boxText:share=>general(100*share,4),read:text=>text===""?NaN:Number(text.replace(/\s*%$/,""))/100,onEnds:ends2=>onChange({prevalence:ends2}),
extra:[own.element]});function show({prevalence,group},fresh){here=clamp(engine.patientsPrevalence(group),...limits.prevalence),prevalence!==null&&(last=prevalence);
let off=prevalence===null;own.box.checked=off,setText(own.words,`${OBSERVED}, ${shortPercentText(here)}`),control.show(prevalence??[here,here],{fresh:fresh||off,
off,words:"%"})}return{element:control.element,show}}function costControl(engine,onChange){let{limits}=engine,control=rangeControl({limits:limits.cost,lead:"One\
 missed case =",slider:{grid:costGrid(limits.cost),ticks:costMarks(limits.cost),names:{group:"Cost of errors",low:"Cost at which a missed case counts most",high:"\
Cost at which a missed case counts least",one:"Cost"},textOf:c=>`${ratioText(c)}, ${ratioWords(c)}`},boxes:["Most unnecessary treatments per missed case","Fewes\
t unnecessary treatments per missed case"],boxText:c=>general((1-c)/c,4),read:text=>text.includes(":")?readCost(text):readCost(`1:${text}`),onEnds:ends2=>onChange(
{cost:ends2})});function show({cost,units},fresh){let off=!unitOf(units).usesCost,words=cost[0]===cost[1]?`unnecessary treatments (${ratioText(cost[0])})`:"unne\
cessary treatments";control.show(cost,{fresh,off,words:off?`treatments (not used in ${units})`:words})}return{element:control.element,show}}function definitions(pairs){return make("dl",{class:"pairs"},...pairs.flatMap(([term,text])=>[make("dt",{},term),make("dd",{},make("bdi",{},text))]))}function showProvenance({
result}){let{provenance,data,requirements=[]}=result,textOf=value=>typeof value=="string"?value:JSON.stringify(value),pairs=[["baserate",provenance.version],["m\
ade",provenance.time],["data (SHA-256)",data.sha256],["read from",Object.values(provenance.source).filter(part=>typeof part=="string").join(", ")],["rows",`${countText(
data.rows)} read, ${countText(data.used)} used, ${countText(data.dropped.rows)} dropped`],["seed",String(provenance.seed)],...Object.entries(provenance.parameters).
filter(([,value])=>value!==null).map(([key,value])=>[key,textOf(value)]),...requirements.map(({text,met,found})=>[met?"requirement met":"requirement not met",`${text}\
 (found: ${found})`]),...provenance.notes.map(note=>["note",note])];document.getElementById("provenance").append(definitions(pairs))}function showPrivacy({result,
page}){let{score,score_at_one_prevalence:point,groups,settings}=page.error,least=countText(page.smallest_cell),bins=page.smallest_cell>1?`Scores are binned: no \
bin of scores holds fewer than ${least} patients, and no score in this file is about fewer. Within a bin, the cases or the non-cases may be fewer; groups with f\
ewer than ${least} of either are not shown.`:"No smallest cell was asked for: a bin may hold a single patient.",worst=error2=>`${general(1e3*error2,2)} per 1,00\
0`,inGroups=result.groups.length>0?`; in a group up to ${worst(groups)}`:"",error=`What that costs: over ${countText(settings)} settings of the controls, the ne\
t benefit of a model on this page was never further from that of the patients themselves than ${worst(score)} over a range of prevalences, and ${worst(point)} a\
t one prevalence, where all turns on one threshold${inGroups}. Confidence intervals move by a few percent of their width; more where hardly any patient scores n\
ear the thresholds. At the study's own setting the numbers are those of the patients.`,lines=[`No row of a patient is in this file. For each model and group it \
holds counts of cases and non-cases in narrow bins of the score. ${bins}`,error,"The page makes no request: it has no address to send anything to, and its secur\
ity policy forbids any connection. Your setting is in its address only."];(page.reduced||result.data.binning)&&lines.push("The scores had been binned in log odd\
s where the patients are, before they came here."),document.getElementById("privacy").append(...lines.map(line=>make("p",{},line)))}var FONT_SIZE={title:15,text:13,tick:12};function writeText(parent,x,y,words,attributes,title=""){let element=add(parent,"text",{x:snap(x),y:snap(y),...attributes}),
key=`${words}
${title}`;return element.drawnWords===key||(element.drawnWords=key,element.textContent=words,title&&(element.appendChild(document.createElementNS(SVG,"title")).
textContent=title)),element}function writeName(parent,x,y,name,width,attributes){let shown=fitName(name,width,attributes?.["font-size"]??FONT_SIZE.text,attributes?.["\
font-weight"]??400);return writeText(parent,x,y,isolate(shown),attributes,shown===cleanName(name)?"":name)}var widths=new Map,canvas=null,fontFamily="sans-serif";
function textWidth(words,size=FONT_SIZE.text,weight=400){let key=`${weight}/${size}/${words}`,width=widths.get(key);return width===void 0&&(canvas??=document.createElement(
"canvas").getContext("2d"),canvas.font=`${weight} ${size}px ${fontFamily}`,width=canvas.measureText(words).width,widths.size>3e3&&widths.clear(),widths.set(key,
width)),width}function fitName(name,width,size=FONT_SIZE.text,weight=400){let whole=cleanName(name);if(textWidth(whole,size,weight)<=width)return whole;let letters=Array.
from(whole),low=1,high=letters.length;for(;low<high;){let middle=low+high+1>>1;textWidth(letters.slice(0,middle).join("")+"…",size,weight)<=width?low=middle:high=
middle-1}return letters.slice(0,low).join("").trimEnd()+"…"}function wrapText(words,width,size=FONT_SIZE.text,weight=400){let lines=[],line="";for(let word of words.
split(" ")){let longer=line?`${line} ${word}`:word;line&&textWidth(longer,size,weight)>width?(lines.push(line),line=word):line=longer}return[...lines,line]}function writeParagraph(parent,x,y,words,width,attributes={}){
let size=attributes["font-size"]??FONT_SIZE.text,lines=wrapText(words,width,size,attributes["font-weight"]??400);return lines.forEach((line,i)=>writeText(parent,
x,y+size*(1+1.25*i),line,attributes)),y+size*1.25*lines.length}function useFont(family){return!family||family===fontFamily?!1:(widths.clear(),fontFamily=family,
!0)}function writeLabel(parent,x,y,name,width,attributes={}){return writeName(parent,x,y,name,width,{...{stroke:"#ffffff","stroke-width":4,"stroke-linejoin":"ro\
und","paint-order":"stroke"},"text-anchor":"middle",...attributes})}var BELOW_HALF=[.001,.002,.005,.01,.02,.05,.1,.2,.5,1,2,5,10,20,50],PERCENTS=[[...BELOW_HALF,...BELOW_HALF.slice(0,-1).map(tick=>100-tick).reverse()],[.1,.2,.3,
.5,.7,1,2,3,4,5,6,7,8,9,10,20,30,40,50,60,70,80,90,91,92,93,94,95,96,97,98,99],Array.from({length:999},(_,i)=>(i+1)/10)],FEW_RATIOS=[1e3,300,100,30,10,3,1],MORE_RATIOS=[
1e3,500,300,200,100,50,30,20,10,5,3,2,1],FINE_RATIOS=[1e3,700,500,300,200,150,100,70,50,40,30,25,20,15,12,10,8,7,6,5,4,3,2.5,2,1.5,1.2,1];function percentTicks(low,high,most=8){
for(let ticks of PERCENTS){let inside2=ticks.map(tick=>tick/100).filter(tick=>tick>=low&&tick<=high);if(inside2.length>=3)return inside2.filter((_,i)=>i%Math.ceil(
inside2.length/most)===0)}return[low,high]}function ratioTicks(low,high){for(let whole of[FEW_RATIOS,MORE_RATIOS,FINE_RATIOS]){let inside2=[...whole.map(tick=>1/
tick),...whole.slice(0,-1).reverse()].map(one=>one/(1+one)).filter(c=>c>=low*.999&&c<=high*1.001);if(inside2.length>=4)return inside2}return[low,high]}function niceTicks(low,high,about=5){
let rough=(high-low)/about;if(!(rough>0))return[low];let power=10**Math.floor(Math.log10(rough)),step=[1,2,5,10].find(one=>one*power>=rough)*power,ticks=[];for(let tick=Math.
ceil(low/step-1e-9);tick<=high/step+1e-9;tick++)ticks.push(tick*step);return ticks}function keepApart(ticks,scale,gap){let last=-1/0;return ticks.filter(tick=>{
let far=Math.abs(scale(tick)-last)>=gap;return far&&(last=scale(tick)),far})}function keepReadable(ticks,scale,words,whole){let end=-1/0;return ticks.filter(tick=>{
let half=textWidth(words(tick),FONT_SIZE.tick)/2,place=clamp(scale(tick),half,whole-half),free=place-half>=end+10;return free&&(end=place+half),free})}function writeAbove(figure,words){figure.top=writeParagraph(figure.layer,0,figure.top,words,figure.width,{"font-size":FONT_SIZE.tick,fill:INK})+8}function areaOf(figure,left,height,right=10){
return{left,top:figure.top,right:figure.width-right,bottom:figure.top+height}}function drawLeftAxis(figure,area,scale,ticks,words=tickText){let grid="";for(let tick of ticks){
let y=snap(scale(tick));grid+=`M${area.left} ${y}H${area.right}`,writeText(figure.layer,area.left-6,y+4,words(tick),{"text-anchor":"end","font-size":FONT_SIZE.tick})}
add(figure.layer,"path",{d:grid,stroke:GRID_COLOUR,fill:"none"})}function leftRoom(ticks,words=tickText){return 10+Math.max(...ticks.map(tick=>textWidth(words(tick),
FONT_SIZE.tick)))}function drawBottomAxis(figure,area,scale,ticks,words,measures,second){let path=`M${area.left} ${area.bottom}H${area.right}`;for(let tick of keepReadable(
ticks,scale,words,figure.width)){let x=snap(scale(tick));path+=`M${x} ${area.bottom}v5`;let half=textWidth(words(tick),FONT_SIZE.tick)/2,place=clamp(x,half,figure.
width-half),look={"text-anchor":"middle","font-size":FONT_SIZE.tick};writeText(figure.layer,place,area.bottom+18,words(tick),look),second&&writeText(figure.layer,
place,area.bottom+33,second(tick),{...look,fill:FAINT})}add(figure.layer,"path",{d:path,stroke:INK,fill:"none"});let below=area.bottom+(second?39:24);return writeParagraph(
figure.layer,area.left,below,measures,figure.width-area.left,{"font-size":FONT_SIZE.tick})}function clipTo(figure,area,name="clip"){let clip=add(figure.layer,"c\
lipPath",{id:`${figure.id}-${name}`});return add(clip,"rect",{x:area.left,y:area.top-2,width:area.right-area.left,height:area.bottom-area.top+4}),{"clip-path":`\
url(#${figure.id}-${name})`}}function drawSingle(parent,d){add(parent,"path",{d,stroke:FAINT,"stroke-width":1.5,"stroke-dasharray":"6 4",fill:"none"})}function drawRange(figure,area,scale,[
low,high]){let inside2=value=>clamp(scale(value),area.left,area.right),from=snap(inside2(low)),to=snap(inside2(high));to-from<1.5?drawSingle(figure.layer,`M${(from+
to)/2} ${area.top}V${area.bottom}`):(add(figure.layer,"rect",{x:from,y:area.top,width:to-from,height:area.bottom-area.top,fill:SHADE}),add(figure.layer,"path",{
d:`M${from} ${area.top}V${area.bottom}M${to} ${area.top}V${area.bottom}`,stroke:"#8C8C8C"}))}var frames=new WeakMap,frameCount=0,onPaper=!1,NARROW=340,WIDEST=680,PAPER=400;function frameWidth(pixels){return onPaper?PAPER:pixels?Math.round(clamp(pixels,NARROW,
WIDEST)):480}var widthWatcher=new ResizeObserver(entries=>{requestAnimationFrame(()=>entries.forEach(entry=>reframe(entry.target,entry.contentRect.width)))});function reframe(host,pixels){
let figure=frames.get(host);if(!figure||!(pixels||onPaper))return;figure.pixels=pixels||figure.pixels,(useFont(getComputedStyle(host).fontFamily)||frameWidth(figure.
pixels)!==figure.width)&&figure.again()}function drawForPaper(printing){onPaper=printing;for(let svg of document.querySelectorAll("svg.figure")){let figure=frames.
get(svg.parentNode);figure&&frameWidth(figure.pixels)!==figure.width&&figure.again()}}addEventListener("beforeprint",()=>drawForPaper(!0));addEventListener("aft\
erprint",()=>drawForPaper(!1));function createFrame(host){useFont(getComputedStyle(host).fontFamily),host.replaceChildren();let svg=add(host,"svg",{class:"figur\
e",width:"100%",fill:INK,"font-size":FONT_SIZE.text});svg.style.display="block",svg.style.overflow="visible";let layer=add(svg,"g",{role:"img"}),figure={id:`fig\
ure-${++frameCount}`,host,svg,layer,pixels:host.clientWidth};return frames.set(host,figure),widthWatcher.observe(host),figure}function startFigure(host,question,again){
let known=frames.get(host),figure=known?.svg.parentNode===host?known:createFrame(host);return figure.width=frameWidth(figure.pixels),figure.again=again,figure.question=
question,restart(figure.layer),figure.top=4,host.hasAttribute("data-untitled")||(figure.top=writeParagraph(figure.layer,0,0,question,figure.width,{"font-size":FONT_SIZE.
title,"font-weight":600})+6),figure}function finishFigure(figure,height,summary){return trim(figure.layer),figure.svg.setAttribute("viewBox",`0 0 ${figure.width}\
 ${Math.ceil(height)}`),figure.layer.setAttribute("aria-label",`${figure.question} ${summary}`),summary}function showNothing(figure,why){figure.reader?.remove();
let bottom=writeParagraph(figure.layer,0,figure.top,why,figure.width,{fill:FAINT});return finishFigure(figure,bottom+8,why)}function lineSample(look){return(parent,x,y)=>{drawLine(parent,look,`M${x} ${y}h32`),drawMarkers(parent,look,markerPath(look,x+16,y,4))}}function boxSample(attributes){
return(parent,x,y)=>add(parent,"rect",{x:x+2,y:y-6,width:28,height:12,...attributes})}function hatchSample(colour){return(parent,x,y)=>{boxSample({fill:"#ffffff",
stroke:colour})(parent,x,y);let d=`M${x+4} ${y+6}l12 -12M${x+12} ${y+6}l12 -12M${x+20} ${y+6}l10 -10`;add(parent,"path",{d,stroke:colour,"stroke-width":1.6})}}function markerSample(look){
return(parent,x,y)=>drawMarkers(parent,look,markerPath(look,x+22,y,5))}function drawLegend(figure,entries){let x=0,y=figure.top+9;for(let{sample,name,more=""}of entries){
let room=figure.width-40-textWidth(more)-2,shown=fitName(name,Math.min(room,300)),width=38+textWidth(shown)+textWidth(more)+18;x>0&&x+width-18>figure.width&&(x=
0,y+=20),sample(figure.layer,x,y),writeText(figure.layer,x+38,y+4.5,isolate(shown)+more,{},shown===cleanName(name)?"":name),x+=width}figure.top=y+18}function rangeSample([
low,high]){return Math.abs(high-low)<1e-9?(parent,x,y)=>drawSingle(parent,`M${x+16} ${y-8}v16`):boxSample({fill:SHADE,stroke:"#8C8C8C"})}function createScale(forward,inverse,low,high,from,to){let start=forward(low),step=(to-from)/(forward(high)-start||1),scale=value=>from+(forward(value)-start)*step;
return scale.invert=place=>inverse(start+(place-from)/step),Object.assign(scale,{low,high,from,to})}function linearScale(low,high,from,to){return createScale(Number,
Number,low,high,from,to)}function logOddsScale(low,high,from,to){return createScale(logit,expit,low,high,from,to)}function rootScale(low,high,from,to){return createScale(
value=>Math.sqrt(Math.max(value,0)),place=>place*place,low,high,from,to)}function viewAround(values,[low,high],around){let inside2=value=>clamp(value,values[0],
values[values.length-1]);return[inside2(expit(logit(low)-around)),inside2(expit(logit(high)+around))]}function extentOf(numbers,low=1/0,high=-1/0){for(let one of numbers)
Number.isFinite(one)&&(one<low&&(low=one),one>high&&(high=one));return[low,high]}function nearestIndex(values,value,measure=logit){let place=measure(value),best=0;
for(let i=1;i<values.length;i++)Math.abs(measure(values[i])-place)<Math.abs(measure(values[best])-place)&&(best=i);return best}function placesOf(values,scale){return Array.
from(values,value=>snap(scale(value)))}var ROW=18,PAD=8;function makeReadable(figure,reading){figure.reader??=new Reader(figure),figure.reader.use(reading)}var Reader=class{constructor(figure){this.figure=
figure,this.place=null,this.group=add(figure.svg,"g",{"aria-hidden":"true","pointer-events":"none"}),this.rect=add(figure.svg,"rect",{role:"slider",tabindex:"0",
fill:"transparent",class:"figure-reader"}),this.rect.style.outline="none",this.rect.style.touchAction="pan-y",this.listen()}listen(){let follow=event=>this.follow(
event);this.rect.addEventListener("pointermove",follow),this.rect.addEventListener("pointerdown",follow),this.rect.addEventListener("pointerleave",()=>this.leave()),
this.rect.addEventListener("focus",()=>this.focus()),this.rect.addEventListener("blur",()=>this.hide()),this.rect.addEventListener("keydown",event=>this.key(event))}use(reading){
this.reading=reading;let{area,label,size}=reading,span={x:area.left,y:area.top,width:Math.max(area.right-area.left,1),height:Math.max(area.bottom-area.top,1)};this.
rect.isConnected||this.figure.svg.append(this.group,this.rect);for(let key in span)this.rect.setAttribute(key,snap(span[key]));this.rect.setAttribute("aria-labe\
l",`${label} Arrow keys move.`),this.rect.setAttribute("aria-valuemin",0),this.rect.setAttribute("aria-valuemax",Math.max(size[0]-1,0)),this.place?this.stand(this.
place):this.say(reading.start)}remove(){this.hide(),this.group.remove(),this.rect.remove()}follow(event){let frame=this.figure.svg.getBoundingClientRect(),unit=this.
figure.width/frame.width,place=this.reading.at((event.clientX-frame.left)*unit,(event.clientY-frame.top)*unit);place&&this.stand(place)}leave(){document.activeElement!==
this.rect&&this.hide()}focus(){this.rect.matches(":focus-visible")&&this.rect.setAttribute("stroke","#0072B2"),this.rect.setAttribute("stroke-width",2),this.place||
this.stand(this.reading.start)}key(event){let[columns,rows]=this.reading.size,far=Math.max(1,Math.round(columns/10)),move={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[
0,-1],ArrowDown:[0,1],PageDown:[-far,0],PageUp:[far,0],Home:[-columns,0],End:[columns,0]}[event.key];if(event.key==="Escape"&&this.hide(),!move||rows<=1&&move[1])
return;event.preventDefault();let[column,row]=this.place??this.reading.start;this.stand([column+move[0],row+move[1]])}stand([column,row]){let[columns,rows]=this.
reading.size,within2=(value,count)=>Math.min(Math.max(value,0),Math.max(count-1,0));this.place=[within2(column,columns),within2(row,rows)],this.draw(this.say(this.
place))}hide(){this.place=null,this.group.replaceChildren(),this.rect.removeAttribute("stroke")}say(place){let shown=this.reading.show(...place),rows=shown.rows.
map(({name,value=""})=>`${isolate(cleanName(name))} ${value}`.trim());return this.rect.setAttribute("aria-valuenow",place[0]),this.rect.setAttribute("aria-value\
text",[shown.heading,...rows,shown.foot].filter(Boolean).join("; ")),shown}draw(shown){let{area}=this.reading;restart(this.group),shown.guide!==!1&&add(this.group,
"path",{d:`M${snap(shown.x)} ${area.top}V${area.bottom}`,stroke:INK,"stroke-width":1});for(let{look,x,y}of shown.marks??[])y>=area.top-3&&y<=area.bottom+3&&drawMarkers(
this.group,look,markerPath(look,x,y,5));drawBox(this.group,this.figure,area,shown),trim(this.group)}};function drawBox(group,figure,area,shown){let size=FONT_SIZE.
tick,rows=shown.rows.map(row=>({...row,shown:fitName(row.name,row.value?170:figure.width-80,size)})),values=Math.max(0,...rows.map(row=>textWidth(row.value??"",
size,600))),names=Math.max(0,...rows.map(row=>textWidth(row.shown,size)+(row.look?30:0))),foot=fitName(shown.foot??"",figure.width-3*PAD,size),wide=Math.max(names+
12+values,textWidth(shown.heading,size,600),textWidth(foot,size)),width=Math.min(wide+2*PAD,figure.width-2),height=ROW*(rows.length+1+(shown.foot?1:0))+PAD,left=boxLeft(
shown.x,width,figure.width),top=boxTop(shown,area,height);add(group,"rect",{x:left,y:top,width,height,rx:4,fill:"#ffffff",stroke:FAINT});let y=top+ROW;writeText(
group,left+PAD,y-2,shown.heading,{"font-size":size,"font-weight":600});for(let row of rows)y+=ROW,drawRow(group,row,left,width,y);foot&&writeText(group,left+PAD,
y+ROW-1,isolate(foot),{"font-size":size,fill:FAINT})}function drawRow(group,{look,shown,value},left,width,y){look&&(drawLine(group,look,`M${left+PAD} ${y-6}h22`),
drawMarkers(group,look,markerPath(look,left+PAD+11,y-6,3.2))),writeText(group,left+PAD+(look?30:0),y-2,isolate(shown),{"font-size":FONT_SIZE.tick}),writeText(group,
left+width-PAD,y-2,value??"",{"font-size":FONT_SIZE.tick,"font-weight":600,"text-anchor":"end"})}function boxLeft(x,width,whole){return x+12+width<=whole-1?x+12:
x-12-width>=1?x-12-width:x>whole/2?1:whole-width-1}function boxTop(shown,area,height){if(shown.low)return area.bottom-height-6;if(shown.y===void 0)return area.top+
2;let below=shown.y+12;return below+height<=area.bottom+30?below:Math.max(shown.y-12-height,0)}function sliceText({name,patients,positives,counted}){return`${nameText(name)}: ${countText(patients)} ${counted}, ${countText(positives)} events`}function withCurves(data){return data&&{...data,models:(data.models??[]).filter(model=>model?.value?.length)}}function worthText({unit}){return`${unit}; zero is\
 ${TREAT_NONE}`}function plotCurves(figure,data,{factor},shares,view){let inside2=Array.from(shares,share=>share>=view[0]&&share<=view[1]),seen=curve=>Array.from(
curve??[]).filter((_,i)=>inside2[i]),extent=[0,0];for(let model of data.models)extent=extentOf([...seen(model.value),...seen(model.recalibrated)],...extent);let treatAll=extentOf(
seen(data.treatAll)),span=extent[1]-extent[0]||1/factor,low=Math.max(Math.min(treatAll[0],extent[0]),extent[0]-.12*span)*factor,high=(extent[1]+.04*span)*factor,
ticks=niceTicks(low,high),area=areaOf(figure,leftRoom(ticks),Math.round(figure.width*.36+90)),y=linearScale(low,high,area.bottom,area.top),x=logOddsScale(view[0],
view[1],area.left,area.right);return{area,x,y:value=>y(value*factor),ticks,tickScale:y,places:placesOf(shares,x),inside:inside2}}function drawCurves(figure,plot,data){
let{area,y}=plot;drawRange(figure,area,plot.x,data.range),drawLeftAxis(figure,area,plot.tickScale,plot.ticks);let within2=add(figure.layer,"g",clipTo(figure,area)),
path=curve=>curvePath(plot,curve,y);drawLine(within2,TREAT_NONE_LOOK,`M${area.left} ${y(0)}H${area.right}`),drawLine(within2,TREAT_ALL_LOOK,path(data.treatAll));
for(let{index,recalibrated}of data.models)recalibrated&&drawLine(within2,{...lookOf(index),dash:RECALIBRATED_DASH,width:1.5},path(recalibrated));data.models.forEach(
(model,order)=>{let look=lookOf(model.index);drawLine(within2,look,path(model.value)),drawMarkers(within2,look,curveMarks(look,plot,model.value,order/data.models.
length))})}function curvePath({places,inside:inside2,area},curve,y){let first=Math.max(inside2.indexOf(!0)-1,0),end=inside2.lastIndexOf(!0)+2,far=4*(area.bottom-
area.top),height=value=>clamp(y(value),area.top-far,area.bottom+far);return pathThrough(places.slice(first,end),Array.from(curve.slice(first,end),height))}function curveMarks(look,{
area,places,y},values,shift){let step=(area.right-area.left)/4,next=area.left+step*(.35+.8*shift),path="";for(let i=0;i<places.length;i++)places[i]>=next&&places[i]<
area.right-4&&(path+=markerPath(look,places[i],y(values[i]),4),next+=step);return path}function readCurves(figure,plot,data,{scale,slice},shares,heading){let first=plot.
inside.indexOf(!0),last=plot.inside.lastIndexOf(!0),middle=Math.sqrt(data.range[0]*data.range[1]);makeReadable(figure,{label:"Values along the horizontal axis.",
area:{...plot.area,bottom:plot.reach??plot.area.bottom},size:[last-first+1,1],start:[nearestIndex(shares,middle)-first,0],at:x=>[nearestIndex(plot.places,x,Number)-
first,0],show:column=>({...readingAt(plot,data,scale,first+column),heading:heading(shares[first+column]),foot:sliceText(slice)})})}function readingAt({places,y},data,scale,at){
let number=value=>figureValue(value,scale),rows=data.models.map(({name,index,value})=>({look:lookOf(index),name,value:number(value[at])})),marks=data.models.map(
({index,value})=>({look:lookOf(index),x:places[at],y:y(value[at])}));return rows.push({look:TREAT_ALL_LOOK,name:TREAT_ALL,value:number(data.treatAll[at])}),rows.
push({look:TREAT_NONE_LOOK,name:TREAT_NONE,value:number(0)}),{x:places[at],rows,marks}}function highestText(data,scale,at){let all=data.models.map(({name:name2,
value:value2})=>[nameText(name2),value2[at]]);all.push([TREAT_ALL,data.treatAll[at]],[TREAT_NONE,0]);let[name,value]=all.filter(one=>Number.isFinite(one[1])).reduce(
(best,one)=>one[1]>best[1]?one:best);return`${name} (${figureValue(value,scale)})`}function curveEntries(models){return[...models.map(({name,index})=>({sample:lineSample(
lookOf(index)),name})),{sample:lineSample(TREAT_ALL_LOOK),name:TREAT_ALL},{sample:lineSample(TREAT_NONE_LOOK),name:TREAT_NONE}]}var QUESTION="Which model is best, depending on how bad a missed case is?";function drawDecision(host,given,answer){let figure=startFigure(host,QUESTION,()=>drawDecision(
host,given,answer)),data=withCurves(given);if(!data?.models?.length||!(data.cost?.length>1))return showNothing(figure,"There is no model to show.");drawLegend(figure,
legendEntries(data)),writeAbove(figure,`${worthText(data.scale)}; at a prevalence of ${roundPercent(data.prevalence)}`);let plot=plotCurves(figure,data,data.scale,
data.cost,viewAround(data.cost,data.range,2.2));drawCurves(figure,plot,data);let ticks=ratioTicks(plot.x.low,plot.x.high),bottom=drawBottomAxis(figure,plot.area,
plot.x,ticks,roundRatio,"harm of an unnecessary treatment : harm of a missed case; in grey: treat at or above this risk",roundPercent),heading=c=>`at ${roundRatio(
c)}, treat at or above a risk of ${roundPercent(c)}`;return readCurves(figure,plot,data,{...answer,scale:data.scale},data.cost,heading),finishFigure(figure,bottom+
4,describe(data))}function legendEntries(data){return[...curveEntries(data.models),{sample:rangeSample(data.range),name:`your setting, ${roundRatios(data.range)}`}]}
function describe(data){let[low,high]=data.range,at=c=>highestText(data,data.scale,nearestIndex(data.cost,c)),best=low===high?`at ${roundRatio(low)} the best is\
 ${at(low)}`:`at ${roundRatio(low)} the best is ${at(low)}, at ${roundRatio(high)} ${at(high)}`;return`At a prevalence of ${roundPercent(data.prevalence)} and w\
ith harms of an unnecessary treatment to a missed case ${best}, in ${worthText(data.scale)}.`}var QUESTION2="Do the risks come true?",TICKS=[0,.001,.005,.01,.02,.05,.1,.2,.3,.4,.5,.6,.7,.8,.9,1],STRIP=26;function drawReliability(host,data,answer){let figure=startFigure(
host,QUESTION2,()=>drawReliability(host,data,answer)),models=drawable(data),{counted}=answer.slice;if(!models.length)return showNothing(figure,`There are too fe\
w ${counted} to compare risks with what happened.`);drawLegend(figure,legendEntries2(models)),writeAbove(figure,`observed: share of these ${counted} that had th\
e event`);let plot=plotOf(figure,models);drawGround(figure,plot);let within2=add(figure.layer,"g",clipTo(figure,plot.area));for(let model of models)drawModel(within2,
plot,model);models.forEach((model,order)=>drawStrip(figure,plot,model,order));let strips={...plot.area,bottom:plot.area.bottom+10+STRIP*models.length},ticks=TICKS.
filter(tick=>tick<=plot.x.high),measures=`predicted risk (square-root scale: low risks get more room); bars: ${counted} at each risk, dark part: events`,bottom=drawBottomAxis(
figure,strips,plot.x,ticks,roundPercent,measures);return readBins(figure,{...plot,area:strips},models,answer),finishFigure(figure,bottom+4,describe2(models,answer))}
function drawable(data){let good=bin=>bin&&[bin.predicted,bin.observed,bin.patients].every(Number.isFinite)&&bin.patients>0;return(data??[]).map(model=>({...model,
bins:(model.bins??[]).filter(good)})).filter(({bins})=>bins.length)}function legendEntries2(models){let line={colour:FAINT,edge:FAINT,dash:"2 3",marker:null,width:1.4};
return[...models.map(({name,index})=>({sample:lineSample(lookOf(index)),name})),{sample:lineSample(line),name:"perfect: as many as predicted"}]}function plotOf(figure,models){
let bins=models.flatMap(model=>model.bins),points=extentOf(bins.flatMap(({predicted,observed})=>[predicted,observed]))[1],ends2=extentOf(bins.map(({high})=>Math.
min(high??0,1.6*points+.02)))[1],most=Math.min(1,Math.max(points,ends2,.01)*1.04),ticks=TICKS.filter(tick=>tick<=most),left=leftRoom(ticks,roundPercent),area=areaOf(
figure,left,Math.round(Math.min(figure.width-left-10,.45*figure.width+90)));return{area,x:rootScale(0,most,area.left,area.right),y:rootScale(0,most,area.bottom,
area.top),ticks}}function drawGround(figure,{area,y,ticks}){drawLeftAxis(figure,area,y,keepApart(ticks,y,17),roundPercent);let d=`M${area.left} ${area.bottom}L${area.
right} ${area.top}`;add(figure.layer,"path",{d,stroke:FAINT,"stroke-width":1.4,"stroke-dasharray":"2 3",fill:"none"}),writeSide(figure,area,.06,.95,"start","mor\
e than predicted"),writeSide(figure,area,.98,.05,"end","fewer than predicted")}function writeSide(figure,area,across,up,anchor,words){let x=area.left+across*(area.
right-area.left),y=area.bottom-up*(area.bottom-area.top);writeText(figure.layer,x,y,words,{"text-anchor":anchor,"font-size":FONT_SIZE.tick,fill:FAINT,"font-styl\
e":"italic"})}function drawModel(parent,{x,y},{index,bins}){let look=lookOf(index),bars="",marks="";for(let{predicted,observed,low,high}of bins){let place=snap(
x(predicted));Number.isFinite(low)&&Number.isFinite(high)&&(bars+=`M${place} ${snap(y(low))}V${snap(y(high))}`),marks+=markerPath(look,place,y(observed),4.5)}add(
parent,"path",{d:bars,stroke:look.edge,"stroke-width":1.6,fill:"none"}),drawLine(parent,{...look,width:1.5},pathThrough(bins.map(bin=>x(bin.predicted)),bins.map(
bin=>y(bin.observed)))),drawMarkers(parent,look,marks)}function drawStrip(figure,{area,x},{index,bins},order){let look=lookOf(index),foot=area.bottom+10+STRIP*(order+
1),most=Math.max(...bins.map(bin=>bin.patients)),scale=(STRIP-6)/most,all="",events="";for(let bin of bins){let left=snap(x(bin.predicted)-3);all+=`M${left} ${foot}\
v${-snap(Math.max(bin.patients*scale,.5))}h6V${foot}z`,bin.events>0&&bin.events<=bin.patients&&(events+=`M${left} ${foot}v${-snap(bin.events*scale)}h6V${foot}z`)}
add(figure.layer,"path",{d:`M${area.left} ${foot}H${area.right}`,stroke:GRID_COLOUR}),add(figure.layer,"path",{d:all,fill:look.tint,stroke:look.edge,"stroke-wid\
th":1}),add(figure.layer,"path",{d:events,fill:INK}),drawMarkers(figure.layer,look,markerPath(look,area.left-12,foot-8,4))}function readBins(figure,{area,x,y},models,answer){
let points=models.map(({name,index,bins})=>bins.map(bin=>({...bin,name,look:lookOf(index)}))),row=which=>points[Math.min(which,points.length-1)],nearest=(px,py)=>{
let best=[0,0],least=1/0;return points.forEach((bins,r)=>bins.forEach((bin,c)=>{let far=Math.abs(x(bin.predicted)-px)+.3*Math.abs(y(bin.observed)-py);far<least&&
([best,least]=[[c,r],far])})),best};makeReadable(figure,{label:"Points from low to high risk; up and down change the model.",area,size:[Math.max(...points.map(bins=>bins.
length)),points.length],start:[0,0],at:nearest,show:(c,r)=>readingAt2(row(r)[Math.min(c,row(r).length-1)],x,y,answer)})}function readingAt2(bin,x,y,answer){let between=Number.
isFinite(bin.low)?roundPercents([bin.low,bin.high]):"–",rows=[{look:bin.look,name:bin.name},{name:"predicted",value:roundPercent(bin.predicted)},{name:"observ\
ed",value:roundPercent(bin.observed)},{name:`${levelText(answer.level)} CI`,value:between}],heading=`${countText(bin.patients)} ${answer.slice.counted}, ${countText(
bin.events)} events`,at={x:x(bin.predicted),y:y(bin.observed)};return{...at,heading,rows,marks:[{look:bin.look,...at}],foot:sliceText(answer.slice)}}function describe2(models,answer){
return`${models.map(({name,bins})=>{let sum=of=>bins.reduce((total2,bin)=>total2+of(bin),0),patients=sum(bin=>bin.patients),predicted=sum(bin=>bin.patients*bin.
predicted)/patients,observed=sum(bin=>bin.patients*bin.observed)/patients;return`${nameText(name)} predicts ${roundPercent(predicted)} on average where ${roundPercent(
observed)} had the event`}).join("; ")} (${sliceText(answer.slice)}).`}var QUESTION3="How many cases are found, at how many false positives?",TICKS2=[0,.2,.4,.6,.8,1],STEPS2=101;function drawRoc(host,data,answer){let figure=startFigure(
host,QUESTION3,()=>drawRoc(host,data,answer)),models=(data??[]).filter(({fpr,tpr})=>fpr?.length>1&&tpr?.length>1).map(turnUpwards);if(!models.length)return showNothing(
figure,"There is no model to show.");drawLegend(figure,legendEntries3(models));let{counted}=answer.slice;writeAbove(figure,`true positives (cases found): share \
of ${counted} with the disease that are treated`);let left=leftRoom(TICKS2,roundPercent),side=Math.min(figure.width-left-14,390),area={...areaOf(figure,left,side),
right:left+side},plot={area,x:linearScale(0,1,area.left,area.right),y:linearScale(0,1,area.bottom,area.top)};drawLeftAxis(figure,area,plot.y,TICKS2,roundPercent);
let diagonal=`M${area.left} ${area.bottom}L${area.right} ${area.top}`;add(figure.layer,"path",{d:diagonal,stroke:FAINT,"stroke-dasharray":"2 3",fill:"none"});for(let{
index,fpr,tpr}of models)drawLine(figure.layer,lookOf(index),pathThrough(fpr.map(plot.x),tpr.map(plot.y)));drawPoints(figure,plot,models);let measures=`false pos\
itives (treated unnecessarily): share of ${counted} without the disease that are treated`,bottom=drawBottomAxis(figure,area,plot.x,TICKS2,roundPercent,measures);
return readCurve(figure,plot,models,answer),finishFigure(figure,bottom+4,describe3(models,answer))}function turnUpwards(model){let[fpr,tpr]=[Array.from(model.fpr),
Array.from(model.tpr)];return fpr[0]<=fpr[fpr.length-1]?{...model,fpr,tpr}:{...model,fpr:fpr.reverse(),tpr:tpr.reverse()}}function legendEntries3(models){let point=(r,fill2)=>(parent,x,y)=>add(
parent,"circle",{cx:x+22,cy:y,r,fill:fill2,stroke:INK}),ends2=models.some(({points})=>points?.some(({what})=>what!=="middle"));return[...models.map(({name,index,
auc})=>({sample:lineSample(lookOf(index)),name,more:`, AUC ${aucText(auc)}`})),{sample:point(6,FAINT),name:"treat at or above the score beside it"},...ends2?[{sample:point(
3.5,"#ffffff"),name:"at the ends of your range"}]:[]]}function aucText(auc){let area=typeof auc=="number"?auc:auc?.value;return Number.isFinite(area)?area.toFixed(
3):"–"}function drawPoints(figure,{area,x,y},models){let middles=[];for(let{index,points}of models){let look=lookOf(index),ends2="";for(let one of points??[])
one.what==="middle"?middles.push({...one,look,x:x(one.fpr),y:y(one.tpr)}):ends2+=markerPath(look,x(one.fpr),y(one.tpr),3.2);ends2&&add(figure.layer,"path",{d:ends2,
fill:"#ffffff",stroke:look.edge,"stroke-width":1.8})}let shown=middles.filter(one=>Number.isFinite(one.x)&&Number.isFinite(one.y)),taken=shown.map(({x:px,y:py})=>({
left:px-8,right:px+8,top:py-8,bottom:py+8}));for(let one of shown)writeCutoff(figure,area,one,taken);for(let one of shown)drawMarkers(figure.layer,one.look,markerPath(
one.look,one.x,one.y,5.5))}function writeCutoff(figure,area,{x,y,cutoff,look},taken){let words=`≥ ${roundPercent(cutoff)}`,width=textWidth(words,FONT_SIZE.tick,
600)+22,left=Math.min(x+12,area.right-width),box=top2=>({left,right:left+width,top:top2,bottom:top2+17}),clash=one=>taken.some(two=>one.left<two.right&&two.left<
one.right&&one.top<two.bottom&&two.top<one.bottom),top=Math.min(y+8,area.bottom-18);for(;clash(box(top))&&top<area.bottom-20;)top+=4;taken.push(box(top));let[from,
to]=[[x,y],[left+6,top+8]].map(point=>point.map(snap).join(" "));add(figure.layer,"path",{d:`M${from}L${to}`,stroke:INK,"stroke-width":1});let ground={x:snap(left),
y:snap(top),width:snap(width),height:17,rx:3};add(figure.layer,"rect",{...ground,fill:"#ffffff","fill-opacity":.88}),drawMarkers(figure.layer,look,markerPath(look,
left+8,top+8.5,3.6)),writeText(figure.layer,left+16,top+12.5,words,{"font-size":FONT_SIZE.tick,"font-weight":600})}function readCurve(figure,{area,x,y},models,answer){
makeReadable(figure,{label:"True positives at each share of false positives.",area,size:[STEPS2,1],start:[columnOf(models[0].points?.find(({what})=>what==="midd\
le")?.fpr),0],at:px=>[columnOf(x.invert(px)),0],show:column=>{let share=column/(STEPS2-1),heights=models.map(model=>({...model,height:heightAt(model,share)})),rows=heights.
map(({name,index,height:tpr})=>({look:lookOf(index),name,value:`finds ${roundPercent(tpr)}`})),marks=heights.map(({index,height:tpr})=>({look:lookOf(index),x:x(
share),y:y(tpr)})),heading=`treating ${roundPercent(share)} of those without the disease`;return{x:x(share),low:!0,heading,rows,marks,foot:sliceText(answer.slice)}}})}
function columnOf(share){return Number.isFinite(share)?Math.round((STEPS2-1)*clamp(share,0,1)):10}function heightAt({fpr,tpr},share){let i=0;for(;i<fpr.length-1&&
fpr[i+1]<=share;)i++;let width=(fpr[i+1]??0)-fpr[i];return width>0?tpr[i]+(tpr[i+1]-tpr[i])*(share-fpr[i])/width:tpr[i]}function describe3(models,answer){return`${models.
map(({name,auc,points})=>{let at=points?.find(({what})=>what==="middle"),ranks=`${nameText(name)} has an AUC of ${aucText(auc)}`;if(!at)return ranks;let finds=`\
finds ${roundPercent(at.tpr)} of the cases while treating ${roundPercent(at.fpr)} of the non-cases`;return`${ranks} and, treating at or above ${roundPercent(at.
cutoff)}, ${finds}`}).join("; ")} (${sliceText(answer.slice)}).`}function longRows(xs,curves,{factor,unit}){return curves.flatMap(([name,kind,values])=>Array.from(xs,(x,at)=>[x,name,kind,factor*values[at],unit]))}function valueRows({
prevalence,models,treatAll},{scale}){let curves=models.flatMap(({name,value,recalibrated})=>[[name,"as it is",value],...recalibrated?[[name,"recalibrated",recalibrated]]:
[]]);return{heads:["prevalence","model","kind","value","unit"],rows:longRows(prevalence,[...curves,[TREAT_ALL,"default strategy",treatAll]],scale)}}function decisionRows({
cost,models,treatAll,scale}){let curves=models.map(({name,value})=>[name,"as it is",value]);return{heads:["c","model","kind","value","unit"],rows:longRows(cost,
[...curves,[TREAT_ALL,"default strategy",treatAll]],scale)}}function winnerRows({prevalence,cost,names,winner}){return{heads:["c","prevalence","best"],rows:Array.
from(cost).flatMap((c,row)=>Array.from(prevalence,(share,column)=>[c,share,names[winner[row][column]]]))}}function reliabilityRows(models){return{heads:["model",
"predicted","observed","low","high","patients","events"],rows:models.flatMap(({name,bins})=>bins.map(bin=>[name,bin.predicted,bin.observed,bin.low,bin.high,bin.
patients,bin.events]))}}function rocRows(models){return{heads:["model","false_positive_rate","true_positive_rate","cutoff","what"],rows:models.flatMap(({name,fpr,
tpr,points})=>[...Array.from(fpr,(x,at)=>[name,x,tpr[at],null,"curve"]),...points.map(point=>[name,point.fpr,point.tpr,point.cutoff,point.what])])}}function splitRows({
models,scale:{factor,unit}}){let numbersOf=part=>typeof part=="number"?[factor*part,null,null]:[part.value,part.low,part.high].map(x=>factor*x),parts=split=>Object.
entries(split).map(([name,part])=>[name,...numbersOf(part),unit]);return{heads:["model","part","value","low","high","unit"],rows:models.flatMap(({name,split})=>parts(
split).map(row=>[name,...row]))}}function weightRows({models}){return{heads:["model","cutoff","weight","cases","non_cases"],rows:models.flatMap(({name,cutoff,density,
cases,nonCases})=>Array.from(cutoff,(cut,at)=>[name,cut,density[at],cases[at],nonCases[at]]))}}var QUESTION4="How much is lost because risks are off?",ROW2=52,BAR=18;function drawSplit(host,answer){let figure=startFigure(host,QUESTION4,()=>drawSplit(host,
answer)),models=(answer?.models??[]).map(partsOfModel).filter(({total:total2,best})=>Number.isFinite(total2)&&Number.isFinite(best));if(!models.length)return showNothing(
figure,"There is no model to show.");drawLegend(figure,legendEntries4(answer.level));let area={left:2,right:figure.width-14,top:figure.top,bottom:figure.top+ROW2*
models.length+10},x=scaleOf(models,answer.scale.factor,area);drawMarks(figure,area,x,models[0].perfect*answer.scale.factor,models.length),models.forEach((model,order)=>drawModel2(
figure,area,x,model,order,answer.scale));let measures=`${answer.scale.unit}, more than ${WITHOUT_A_MODEL}`,bottom=drawBottomAxis(figure,area,x,niceTicks(x.low,x.
high),tickText,measures);return readModels2(figure,area,models,answer),finishFigure(figure,bottom+4,describe4(models,answer.scale))}function partsOfModel({name,
index,split}){let zero=split?.uninformative??NaN,corrected=Number.isFinite(split?.sharpnessCorrected?.value)&&Number.isFinite(split?.calibrationCorrected?.value),
[sharpness,loss]=corrected?[split.sharpnessCorrected,split.calibrationCorrected]:[split?.sharpness,split?.calibration],over=value=>(value??NaN)-zero;return{name,
index,split,loss,total:over(split?.total?.value),best:over(sharpness?.value),perfect:over(split?.perfect)}}function legendEntries4(level){let line={stroke:INK,"\
stroke-width":1.5,fill:"none"},whisker=(parent,x,y)=>add(parent,"path",{d:whiskerPath(x+4,x+28,y),...line});return[{sample:boxSample({fill:"#b5b5b5",stroke:FAINT}),
name:"what the model adds now"},{sample:hatchSample(FAINT),name:"lost: perfect recalibration would bring it back"},{sample:whisker,name:`${levelText(level)} CI \
of the loss`}]}function scaleOf(models,factor,area){let[low,high]=[0,0];for(let{total:total2,best,loss}of models){let ends2=[total2,best,best-(loss?.high??NaN),
best-(loss?.low??NaN)];[low,high]=extentOf(ends2.map(end=>end*factor),low,high)}let perfect=models[0].perfect*factor,most=perfect>high&&perfect<3*(high-low)?perfect:
high;return linearScale(low,low+(most-low||1)*1.02,area.left,area.right)}function drawMarks(figure,area,x,perfect,count){let d="";for(let row=0;row<count;row++){
let top=area.top+18+ROW2*row;d+=`M${snap(x(0))} ${top}v26`,perfect<=x.high&&(d+=`M${snap(x(perfect))} ${top}v26`)}if(add(figure.layer,"path",{d,stroke:FAINT,"st\
roke-width":1.2,fill:"none"}),perfect<=x.high){let look={"text-anchor":"end","font-size":FONT_SIZE.tick,fill:FAINT};writeText(figure.layer,x(perfect),area.bottom-
3,"perfect model",look)}}function drawModel2(figure,area,x,model,order,scale){let look=lookOf(model.index),top=area.top+ROW2*order,numbers=`adds ${figureValue(model.
total,scale)}, loses ${figureEstimate(model.loss,scale)}`,wide=textWidth(numbers,FONT_SIZE.tick);drawMarkers(figure.layer,look,markerPath(look,area.left+8,top+10,
4.5)),writeName(figure.layer,area.left+20,top+15,model.name,area.right-area.left-wide-34,{"font-weight":600}),writeText(figure.layer,area.right,top+15,numbers,{
"text-anchor":"end","font-size":FONT_SIZE.tick}),drawBar(figure,look,value=>snap(x(value*scale.factor)),model,top+22)}function drawBar(figure,look,place,{total:total2,
best,loss},top){let[zero,now,end]=[0,total2,best].map(place),bar=(from,to,fill2)=>{let span={x:from,y:top,width:snap(to-from),height:BAR};add(figure.layer,"rect",
{...span,fill:fill2,stroke:look.edge})};if(end>now&&bar(now,end,addHatch(figure,{...look,index:0},`loss-${look.index}`,"#ffffff")),now>zero&&bar(zero,now,look.colour),
!Number.isFinite(loss?.low)||!Number.isFinite(loss?.high))return;let d=whiskerPath(place(best-loss.high),place(best-loss.low),top+BAR/2);add(figure.layer,"path",
{d,stroke:"#ffffff","stroke-width":4,fill:"none"}),add(figure.layer,"path",{d,stroke:INK,"stroke-width":1.5,fill:"none"})}function readModels2(figure,area,models,answer){
makeReadable(figure,{label:"What each model adds and loses; left and right change the model.",area,size:[models.length,1],start:[0,0],at:(_,py)=>[Math.floor((py-
area.top)/ROW2),0],show:column=>{let{name,index,total:total2,best,loss,perfect,split}=models[column],rows=[{look:lookOf(index),name},{name:"adds now",value:figureValue(
total2,answer.scale)},{name:"would add, recalibrated",value:figureValue(best,answer.scale)},{name:"lost",value:figureEstimate(loss,answer.scale)},{name:"lost, a\
s seen in these patients",value:figureValue(split.calibration?.value,answer.scale)},{name:"a perfect model would add",value:figureValue(perfect,answer.scale)}];
return{x:20,y:area.top+ROW2*column+31,guide:!1,heading:answer.scale.unit,rows,foot:sliceText(answer.slice)}}})}function describe4(models,scale){let words=models.
map(({name,total:total2,best,loss})=>`${`${nameText(name)} adds ${figureValue(total2,scale)} and would add ${figureValue(best,scale)}`} if perfectly recalibrate\
d, a loss of ${figureEstimate(loss,scale)}`);return`More than ${WITHOUT_A_MODEL}, the better default strategy at each prevalence, in ${scale.unit}: ${words.join(
"; ")}.`}var QUESTION5="What is each model worth where the disease is rarer or more common?";function drawValue(host,given,answer){let figure=startFigure(host,QUESTION5,
()=>drawValue(host,given,answer)),data=withCurves(given);if(!data?.models?.length||!(data.prevalence?.length>1))return showNothing(figure,"There is no model to \
show.");drawLegend(figure,legendEntries5(data)),writeAbove(figure,worthText(answer.scale));let around=data.range[0]===data.range[1]?1.4:.5,plot=plotCurves(figure,
data,answer.scale,data.prevalence,viewAround(data.prevalence,data.range,around));drawCurves(figure,plot,data);let ticks=percentTicks(plot.x.low,plot.x.high,9),strip=drawBehind(
figure,plot,data,answer.scale),bottom=drawBottomAxis(figure,strip,plot.x,ticks,roundPercent,"prevalence: share of patients who have the disease"),heading=share=>`\
at a prevalence of ${roundPercent(share)}`;return readCurves(figure,{...plot,reach:strip.bottom},data,answer,data.prevalence,heading),finishFigure(figure,bottom+
4,describe5(data,answer))}function legendEntries5(data){let entries=curveEntries(data.models),[models,strategies]=[entries.slice(0,-2),entries.slice(-2)],dashed={
...TREAT_NONE_LOOK,colour:INK,edge:INK,dash:RECALIBRATED_DASH};return[...models,{sample:lineSample(dashed),name:"same model, perfectly recalibrated"},...strategies,
{sample:rangeSample(data.range),name:`your ${data.range[0]===data.range[1]?"setting":"range"}, ${roundPercents(data.range)}`}]}var BEHIND_HEIGHT=84;function drawBehind(figure,plot,data,{
factor}){let{area,places}=plot,curves=data.models.map(({index,value})=>[lookOf(index),value]),all=[[TREAT_ALL_LOOK,data.treatAll],[TREAT_NONE_LOOK,places.map(()=>0)],
...curves],best=places.map((_,i)=>Math.max(...all.map(([,curve])=>curve[i]).filter(Number.isFinite))),[from,to]=data.range,inside2=places.map((_,i)=>data.prevalence[i]>=
from*.99&&data.prevalence[i]<=to*1.01),behind=curves.flatMap(([,curve])=>places.map((_,i)=>inside2[i]?best[i]-curve[i]:0)),worst=extentOf(behind)[1],small={"fon\
t-size":FONT_SIZE.tick},top=writeParagraph(figure.layer,0,area.bottom+12,"of that, behind the best choice",figure.width,small)+8,strip={...area,top,bottom:top+BEHIND_HEIGHT},
low=-1.15*(worst*factor||1),y=linearScale(low,0,strip.bottom,strip.top);drawRange(figure,strip,plot.x,data.range),drawLeftAxis(figure,strip,y,niceTicks(low,0,3));
let within2=add(figure.layer,"g",clipTo(figure,strip,"behind"));for(let[look,curve]of all)drawLine(within2,look,curvePath({...plot,area:strip},best.map((most,i)=>(curve[i]-
most)*factor),y));return strip}function describe5(data,answer){let[low,high]=data.range,at=share=>highestText(data,answer.scale,nearestIndex(data.prevalence,share)),
ends2=low===high?`At a prevalence of ${roundPercent(low)} the best is ${at(low)}.`:`The best at a prevalence of ${roundPercent(low)} is ${at(low)}, at ${roundPercent(
high)} ${at(high)}.`;if(unitOf(answer.state.units).zero!==TREAT_NONE)return`${ends2} In ${worthText(answer.scale)}.`;let means=answer.models.map(model=>`${nameText(
model.name)} ${figureEstimate(model.score,answer.scale)}`);return`${ends2} ${low===high?"With confidence intervals":"On average over your range"}, in ${answer.scale.
unit}: ${means.join(", ")}.`}var QUESTION6="Which cut-offs count, and where do the scores lie?",ROW3=96,NON_CASES_FILL="#D9D9D9";function drawWeight(host,data,answer){let figure=startFigure(
host,QUESTION6,()=>drawWeight(host,data,answer)),models=(data?.models??[]).filter(({cutoff})=>cutoff?.length>1);if(!models.length)return showNothing(figure,"The\
re is no model to show.");drawLegend(figure,legendEntries6(answer.slice.counted));let area={left:2,right:figure.width-14,top:figure.top-4,bottom:figure.top-4+ROW3*
models.length},x=scaleOf2(models,answer,area);models.forEach((model,order)=>drawModel3(figure,area,x,model,order,answer));let ticks=percentTicks(x.low,x.high,9),
bottom=drawBottomAxis(figure,area,x,ticks,roundPercent,"the model's score as it is, used as a cut-off (log-odds scale); heights are shares, each to its own scal\
e");return readCutoffs(figure,area,x,models,answer),finishFigure(figure,bottom+4,describe6(models,answer))}function legendEntries6(counted){let hill=(parent,x,y)=>{
let d=`M${x} ${y+5}c10 0 10 -11 16 -11s6 11 16 11`;add(parent,"path",{d,stroke:INK,"stroke-width":2,fill:"none"})};return[{sample:hatchSample(INK),name:"cut-off\
s that count in your setting"},{sample:boxSample({fill:NON_CASES_FILL,stroke:FAINT}),name:`${counted} without the disease`},{sample:hill,name:`${counted} with i\
t`}]}function scaleOf2(models,answer,area){let[low,high]=[1/0,-1/0];for(let{cutoff,cases,nonCases,density}of models)for(let curve of[cases,nonCases,density]){let most=extentOf(
curve??[])[1];[low,high]=extentOf(Array.from(cutoff).filter((_,i)=>curve?.[i]>.03*most),low,high)}let cuts=answer.models.flatMap(model=>[model.cutoff?.low,model.
cutoff?.high]);[low,high]=extentOf(cuts.filter(cut=>cut>0&&cut<1),low,high);let inside2=share=>clamp(share,1e-5,1-1e-5);return low<high?logOddsScale(inside2(low),
inside2(high),area.left,area.right):logOddsScale(.001,.999,area.left,area.right)}function drawModel3(figure,area,x,model,order,answer){let look=lookOf(model.index),
foot=area.top+ROW3*(order+1),room=ROW3-34,keep=Array.from(model.cutoff,cut=>cut>=x.low&&cut<=x.high),only=values=>Array.from(values??[]).filter((_,i)=>keep[i]),
places=placesOf(only(model.cutoff),x),most=Math.max(extentOf(model.cases??[])[1],extentOf(model.nonCases??[])[1],1e-9),heights=(curve,scale)=>only(curve).map(value=>foot-
room*value/scale),nonCases=pathThrough(places,heights(model.nonCases,most));nonCases&&add(figure.layer,"path",{d:closePath(nonCases,places,foot),fill:NON_CASES_FILL}),
add(figure.layer,"path",{d:nonCases,stroke:FAINT,fill:"none"}),drawWeights(figure,look,{places,foot,room,x},model,only,answer),add(figure.layer,"path",{d:pathThrough(
places,heights(model.cases,most)),stroke:INK,"stroke-width":2,fill:"none"}),add(figure.layer,"path",{d:`M${area.left} ${foot}H${area.right}`,stroke:FAINT}),drawMarkers(
figure.layer,look,markerPath(look,area.left+6,foot-room-16,4.5)),writeName(figure.layer,area.left+18,foot-room-11.5,model.name,area.right-area.left-24,{"font-we\
ight":600})}function closePath(line,places,foot){return`${line}V${foot}H${places[0]}z`}function drawWeights(figure,look,{places,foot,room,x},model,only,answer){
let cut=answer.models.find(({name})=>name===model.name)?.cutoff,most=extentOf(model.density??[])[1];if(cut?.value>0&&cut.value<1&&(Math.abs(logit(cut.high)-logit(
cut.low))<1e-6||!(most>0))){let d=`M${snap(x(cut.value))} ${foot}v${-room}`;add(figure.layer,"path",{d,stroke:"#ffffff","stroke-width":6}),add(figure.layer,"pat\
h",{d,stroke:look.edge,"stroke-width":3})}else if(most>0){let line=pathThrough(places,only(model.density).map(value=>foot-room*value/most)),fill2=addHatch(figure,
look,`weight-${look.index}`,"none");add(figure.layer,"path",{d:closePath(line,places,foot),fill:fill2,"fill-opacity":.75}),add(figure.layer,"path",{d:line,stroke:look.
edge,"stroke-width":2.2,fill:"none"})}}function sharesAbove(cutoff,curve){let shares=new Array(cutoff.length).fill(0);for(let i=cutoff.length-2;i>=0;i--){let part=(logit(
cutoff[i+1])-logit(cutoff[i]))*(curve?.[i]+curve?.[i+1])/2;shares[i]=shares[i+1]+(Number.isFinite(part)?part:0)}return shares.map(share=>share/(shares[0]||1))}var STEPS3=121;
function readCutoffs(figure,area,x,models,answer){let share=column2=>x.invert(area.left+(area.right-area.left)*column2/(STEPS3-1)),column=px=>Math.round((px-area.
left)/(area.right-area.left)*(STEPS3-1)),sums=null;makeReadable(figure,{label:"Patients at or above each cut-off.",area,size:[STEPS3,1],start:[column(x(clamp(answer.
models[0]?.cutoff?.value||.1,x.low,x.high))),0],at:px=>[column(px),0],show:at=>{sums??=models.map(({cutoff,cases,nonCases})=>[sharesAbove(cutoff,cases),sharesAbove(
cutoff,nonCases)]);let cut=share(at),rows=models.map(({name,index,cutoff},i)=>{let place=nearestIndex(cutoff,cut);return{look:lookOf(index),name,value:`${roundPercent(
sums[i][0][place])} / ${roundPercent(sums[i][1][place])}`}}),heading=`with / without the disease, at or above ${roundPercent(cut)}`;return{x:x(cut),heading,rows,
foot:sliceText(answer.slice)}}})}function describe6(models,answer){return`Cut-offs on each model's own score that count in your setting: ${models.map(({name})=>{
let cut=answer.models.find(model=>model.name===name)?.cutoff;return cut?`${nameText(name)} ${roundPercents([cut.low,cut.high])}`:nameText(name)}).join(", ")} (${sliceText(
answer.slice)}).`}var QUESTION7="Who wins where? The best choice for each prevalence and cost";function drawWinner(host,data,answer){let figure=startFigure(host,QUESTION7,()=>drawWinner(
host,data,answer));if(!(data?.winner?.length>1)||!(data.winner[0]?.length>1))return showNothing(figure,"There is no model to show.");let looks=looksOf(figure,data,
answer),counts=countWins(data);drawLegend(figure,legendEntries7(data,looks,counts)),writeAbove(figure,"harm of an unnecessary treatment : harm of a missed case");
let ticks=ratioTicks(data.cost[0],data.cost[data.cost.length-1]),area=areaOf(figure,leftRoom(ticks,roundRatio),Math.round(figure.width*.36+90)),grid=gridOf(data,
area);drawRegions(figure,data,grid,looks),drawTicks(figure,area,grid,ticks);let box=boxOf(grid,data.box);writeLabels(figure,data,grid,counts,box),drawOutline(figure,
box);let shares=percentTicks(grid.x.low,grid.x.high,9),bottom=drawBottomAxis(figure,area,grid.x,shares,roundPercent,"prevalence: share of patients who have the \
disease");return readMap(figure,area,grid,data,answer,looks),finishFigure(figure,bottom+4,describe7(data))}function looksOf(figure,data,answer){return data.names.
map((name,order)=>{if(order===data.names.length-2)return{...TREAT_ALL_LOOK,fill:TREAT_ALL_LOOK.tint};if(order===data.names.length-1)return{...TREAT_NONE_LOOK,fill:TREAT_NONE_LOOK.
tint};let look=lookOf(answer.models.find(model=>model.name===name)?.index??order);return{...look,fill:addHatch(figure,look)}})}function countWins(data){let counts=data.
names.map(()=>0);for(let row of data.winner)for(let one of row)one in counts&&counts[one]++;return counts}function legendEntries7(data,looks,counts){let box={fill:"\
none",stroke:INK,"stroke-width":2.5},single=data.box.prevalence[0]===data.box.prevalence[1]&&data.box.cost[0]===data.box.cost[1],round=(parent,x,y)=>add(parent,
"circle",{cx:x+16,cy:y,r:6,...box});return[...data.names.map((name,i)=>({sample:boxSample({fill:looks[i].fill,stroke:looks[i].edge}),name,count:counts[i]})).filter(
({count})=>count>0),{sample:single?round:boxSample(box),name:`your setting: ${roundPercents(data.box.prevalence)} at ${roundRatios(data.box.cost)}`}]}function gridOf(data,area){
let ends2=values=>[values[0],values[values.length-1]],x=logOddsScale(...ends2(data.prevalence),area.left,area.right),y=logOddsScale(...ends2(data.cost),area.bottom,
area.top);return{x,y,columns:edgesOf(Array.from(data.prevalence,x)),rows:edgesOf(Array.from(data.cost,y))}}function edgesOf(places){let between=places.slice(1).
map((place,i)=>snap((place+places[i])/2));return[snap(places[0]),...between,snap(places[places.length-1])]}function drawRegions(figure,data,{columns,rows},looks){
let paths=data.names.map(()=>"");data.winner.forEach((row,r)=>{let start=0;for(let c=1;c<=row.length;c++)c<row.length&&row[c]===row[start]||(row[start]in paths&&
(paths[row[start]]+=`M${columns[start]} ${rows[r]}H${columns[c]}V${rows[r+1]}H${columns[start]}z`),start=c)}),paths.forEach((d,i)=>{d&&add(figure.layer,"path",{
d,fill:looks[i].fill,"shape-rendering":"crispEdges"})}),add(figure.layer,"path",{d:bordersPath(data.winner,columns,rows),stroke:INK,fill:"none","stroke-width":1.4})}
function bordersPath(winner,columns,rows){let path="";for(let r=0;r<winner.length;r++)for(let c=0;c<winner[r].length;c++)c>0&&winner[r][c]!==winner[r][c-1]&&(path+=
`M${columns[c]} ${rows[r]}V${rows[r+1]}`),r>0&&winner[r][c]!==winner[r-1][c]&&(path+=`M${columns[c]} ${rows[r]}H${columns[c+1]}`);return path}function drawTicks(figure,area,{
y},ticks){let kept2=keepApart(ticks,y,16);drawLeftAxis(figure,{...area,right:area.left},y,kept2,roundRatio);let marks=kept2.map(tick=>`M${area.left-4} ${snap(y(
tick))}h4`).join(""),frame=`M${area.left} ${area.top}H${area.right}V${area.bottom}H${area.left}z`;add(figure.layer,"path",{d:marks+frame,stroke:FAINT,fill:"none"})}
function writeLabels(figure,data,{columns,rows},counts,box){data.names.forEach((name,i)=>{if(!counts[i])return;let room=largestRoom(data.winner,i,columns,rows),
width=Math.min(textWidth(cleanName(name),FONT_SIZE.text,600)+8,160),place=room.width>=width&&room.height>=20?placeWithin(room,width,box):null;place&&writeLabel(
figure.layer,place.x,place.y+4.5,name,width,{"font-weight":600})})}function placeWithin(room,width,box){let free=({x,y})=>x+width/2<box.left-4||x-width/2>box.right+
4||y+10<box.top-4||y-10>box.bottom+4;return[[0,0],[0,-1],[0,1],[-1,0],[1,0]].flatMap(([across,down])=>[.5,1].map(far=>({x:room.x+across*far*(room.width-width)/2,
y:room.y+down*far*(room.height-20)/2}))).find(free)??null}function largestRoom(winner,which,columns,rows){let top=new Array(winner[0].length).fill(-1),best={area:0,
width:0,height:0};for(let r=0;r<winner.length;r++){for(let c=0;c<top.length;c++)top[c]=winner[r][c]!==which?-1:top[c]<0?r:top[c];for(let c=0;c<top.length;c++)top[c]<
0||c>0&&top[c-1]===top[c]||(best=widen(top,c,r,columns,rows,best))}return best}function widen(top,c,r,columns,rows,best){let left=c,right=c;for(;left>0&&top[left-
1]>=0&&top[left-1]<=top[c];)left--;for(;right+1<top.length&&top[right+1]>=0&&top[right+1]<=top[c];)right++;let width=columns[right+1]-columns[left],height=Math.
abs(rows[r+1]-rows[top[c]]),area=width*Math.min(height,90);return area<=best.area?best:{area,width,height,x:(columns[right+1]+columns[left])/2,y:(rows[r+1]+rows[top[c]])/
2}}function boxOf({x,y},{prevalence,cost}){let[left,right]=prevalence.map(value=>snap(x(clamp(value,x.low,x.high)))),[bottom,top]=cost.map(value=>snap(y(clamp(value,
y.low,y.high)))),wide=right-left<3?4:0,high=bottom-top<3?4:0;return{left:left-wide,right:right+wide,top:top-high,bottom:bottom+high,single:wide>0&&high>0}}function drawOutline(figure,{
left,right,top,bottom,single}){let ring={cx:(left+right)/2,cy:(top+bottom)/2,r:7,fill:"none"},box={x:left,y:top,width:snap(right-left),height:snap(bottom-top),rx:2,
fill:"none"},[tag,shape]=single?["circle",ring]:["rect",box];add(figure.layer,tag,{...shape,stroke:"#ffffff","stroke-width":6}),add(figure.layer,tag,{...shape,stroke:INK,
"stroke-width":2.5})}function readMap(figure,area,{x,y},data,answer,looks){let middle=([low,high])=>Math.sqrt(low*high),row=value=>data.cost.length-1-nearestIndex(
data.cost,value),column=value=>nearestIndex(data.prevalence,value);makeReadable(figure,{label:"Winner by prevalence, left and right, and cost, up and down.",area,
size:[data.prevalence.length,data.cost.length],start:[column(middle(data.box.prevalence)),row(middle(data.box.cost))],at:(px,py)=>[column(x.invert(px)),row(y.invert(
py))],show:(c,r)=>{let share=data.prevalence[c],cost=data.cost[data.cost.length-1-r],winner=data.winner[data.cost.length-1-r][c],heading=`prevalence ${roundPercent(
share)}, harms ${roundRatio(cost)}`,rows=[{look:looks[winner],name:`best: ${cleanName(data.names[winner]??"not known")}`}],dot={colour:"#ffffff",marker:"circle"},
at={x:x(share),y:y(cost)};return{...at,guide:!1,heading,rows,marks:[{look:dot,...at}],foot:sliceText(answer.slice)}}})}function describe7(data){let near=(values,[
low,high])=>{let inside2=Array.from(values,(_,i)=>i).filter(i=>values[i]>=low&&values[i]<=high);return inside2.length?inside2:[nearestIndex(values,Math.sqrt(low*
high))]},columns=near(data.prevalence,data.box.prevalence),rows=near(data.cost,data.box.cost),counts=data.names.map(()=>0);for(let r of rows)for(let c of columns)
counts[data.winner[r][c]]++;let whole=rows.length*columns.length,parts=counts.map((count,i)=>[count/whole,data.names[i]]).filter(([share])=>share>0).sort((a,b)=>b[0]-
a[0]),where=`Within your setting (prevalence ${roundPercents(data.box.prevalence)}, harms ${roundRatios(data.box.cost)})`,name=words=>nameText(words);return parts.
length===1?`${where} the best choice is ${name(parts[0][1])} throughout.`:`${where} the best choice is ${parts.map(([share,words])=>`${name(words)} in ${roundPercent(
share)}`).join(", ")} of the box.`}function harmlessText(text){return/^[\s\x00-\x1f]*[=+\-@]/.test(text)?`'${text}`:text}function csvField(value){if(value==null||Number.isNaN(value))return"";if(typeof value==
"number"||typeof value=="boolean")return String(value);let text=harmlessText(String(value));return/[",\r\n]/.test(text)?`"${text.replaceAll('"','""')}"`:text}function csvText({
heads,rows},state){let setting={prevalence_low:state.prevalence===null?"own":state.prevalence[0],prevalence_high:state.prevalence===null?"own":state.prevalence[1],
cost_low:state.cost[0],cost_high:state.cost[1],units:state.units,chosen_group:state.group??"everyone"},lines=[[...heads,...Object.keys(setting)]];for(let row of rows)
lines.push([...row,...Object.values(setting)]);return lines.map(line=>line.map(csvField).join(",")).join(`\r
`)+`\r
`}function saveText(text,name){let address=URL.createObjectURL(new Blob([text],{type:"text/csv;charset=utf-8"})),link=document.createElement("a");link.href=address,
link.download=name,document.body.append(link),link.click(),link.remove(),setTimeout(()=>URL.revokeObjectURL(address),1e4)}function csvButton(what,name,table,currentState){
let button=document.createElement("button");return button.type="button",button.className="csv",button.textContent="CSV",button.setAttribute("aria-label",`Downlo\
ad ${what} as CSV`),button.title=`Download ${what} as CSV`,button.addEventListener("click",()=>saveText(csvText(table(),currentState()),`baserate-${name}.csv`)),
button}var answerOnly=draw=>(host,data,answer)=>draw(host,answer),FIGURES=[{key:"value-by-prevalence",title:"How does the value change with prevalence?",note:"The shad\
ed stretch is the range set above; the verdict is the average over it.",data:(engine,state)=>engine.valueCurve(state),draw:drawValue,rows:valueRows},{key:"winne\
r",title:"Which is best, where?",note:"The best way to decide at each prevalence and cost. The box is the setting above.",data:(engine,state)=>engine.winnerMap(
state),draw:drawWinner,rows:winnerRows},{key:"decision-curve",title:"What if errors cost something else?",note:"The decision curve at the median prevalence, eac\
h decision made on the risk adjusted to it.",data:(engine,state)=>engine.decisionCurve(state),draw:drawDecision,rows:decisionRows},{key:"split",title:"Ranking o\
r calibration?",note:"What a model is worth is its discrimination minus what miscalibration costs it.",data:(engine,state,answer)=>answer,draw:answerOnly(drawSplit),
rows:splitRows},{key:"reliability",title:"Do the risks mean what they say?",note:"Observed share against predicted risk, in these patients.",data:(engine,state)=>engine.
reliability(state),draw:drawReliability,rows:reliabilityRows},{key:"roc",title:"How well are patients ranked?",note:"The ROC curve, with the cut-offs that the s\
etting above implies.",data:(engine,state)=>engine.roc(state),draw:drawRoc,rows:rocRows},{key:"cut-offs",title:"Which cut-offs matter here?",note:"The weight th\
at the setting gives to each cut-off, over where the scores are.",data:(engine,state)=>engine.weight(state),draw:drawWeight,rows:weightRows}];function createFigure({
key,title,note,draw,rows},dataNow,currentAnswer){let ids={title:`title-${key}`,note:`note-${key}`,summary:`summary-${key}`},host=make("div",{class:"host","data-\
untitled":!0}),summary=make("p",{class:"summary",id:ids.summary}),table=()=>rows(dataNow(),currentAnswer()),button=csvButton(`the numbers of this figure: ${title}`,
key,table,()=>currentAnswer().state),caption=make("figcaption",{},make("div",{class:"head"},make("h3",{id:ids.title},title),button),make("p",{class:"note",id:ids.
note},note));return{element:make("figure",{"aria-labelledby":ids.title,"aria-describedby":`${ids.note} ${ids.summary}`},caption,host,summary),show:answer=>setText(
summary,draw(host,dataNow(),answer)??"")}}function createGallery(engine,currentState,currentAnswer){let figures=FIGURES.map(figure=>createFigure(figure,()=>figure.
data(engine,currentState(),currentAnswer()),currentAnswer));return{element:make("div",{class:"gallery"},...figures.map(figure=>figure.element)),show:answer=>figures.
forEach(figure=>figure.show(answer))}}var{opening:OPENING}=WORDS,AT_ONCE=3;function showOpening({result,page},engine){document.getElementById("title").textContent=page.title,document.getElementById(
"question").textContent=questionWords(result,page);let host=document.getElementById("warnings"),warnings=warningsOf(result,engine);host.hidden=warnings.length===
0;let list=lines=>make("ul",{},...lines.map(line=>make("li",{},make("bdi",{},line))));host.append(make("h2",{},warnings.length===1?"Warning":"Warnings"),list(warnings.
slice(0,AT_ONCE)));let rest=warnings.slice(AT_ONCE);rest.length>0&&host.append(make("details",{},make("summary",{},`${rest.length} more`),list(rest)))}function questionWords({
data,deployment,provenance},page){let sentences=[fill(data.clusters===null?OPENING.patients:OPENING.clusters,{patients:countText(data.used),positives:countText(
data.positives),prevalence:shortPercentText(data.prevalence),clusters:countText(data.clusters??0),cluster:provenance.parameters.cluster})];return data.dropped.rows>
0&&sentences.push(droppedWords(data)),sentences.push(calibratedWords(deployment.source_prevalence)),page.reduced&&sentences.push(OPENING.binned),sentences.join(
" ")}function droppedWords({rows,dropped}){let reasons2=Object.entries(dropped.missing).map(([column,missing])=>fill(OPENING.dropped_because,{column,rows:countText(
missing)}));return fill(OPENING.dropped,{dropped:countText(dropped.rows),rows:countText(rows),reasons:reasons2.join(", ")})}function calibratedWords(sources){let stated=Object.
entries(sources).filter(([,source])=>source.of!=="group").map(([model,{value,of}])=>fill(of==="all"?OPENING.calibrated_to_all:OPENING.calibrated_to_one,{model,prevalence:percentText(
value)}));return stated.length===0?OPENING.calibrated_to_observed:fill(OPENING.calibrated_to,{models:stated.join(", ")})}function warningsOf(result,engine){return[
...(result.requirements??[]).filter(({met})=>!met).map(({text,found})=>`A requirement of the study is not met: ${text} (found: ${found}).`),...result.warnings,...engine.
ownIsExact?[]:[inexactWords(result)]]}function inexactWords({deployment,verdict}){return`The study states a prevalence of ${deployment.prevalence===null?WORDS.prevalence.
observed:deployment.prevalence.text} and a cost of ${deployment.cost.text}. The controls of this page cannot set exactly that; they start at its range, evenly s\
pread in log odds. The study's own verdict: ${verdict.text}`}var QUESTION8="Why is a model worth more in one group than in another?",{gap_parts:NAMES}=WORDS,PARTS2=[{key:"total",head:NAMES.total,sign:""},{key:"labelShift",
head:NAMES.label_shift,sign:"="},{key:"mechanism",head:NAMES.mechanism,sign:"+"},{key:"sharpnessCorrected",head:NAMES.sharpness,broken:NAMES.sharpness.replace("\
min","mi- n"),sign:"of which"},{key:"calibrationCorrected",head:NAMES.calibration,sign:"and"}],NOTE="Label shift: the disease is rarer or more common in the gro\
up. Difference at equal prevalence: the model works better or worse there, by its ranking (discrimination) or because risks are off (calibration). Bars to the l\
eft: worth less in the group.";function drawGaps(host,answer){let figure=startFigure(host,QUESTION8,()=>drawGaps(host,answer)),gaps=(answer?.gaps??[]).filter(({
parts})=>Number.isFinite(parts?.total?.value));if(!gaps.length)return showNothing(figure,"No groups can be compared.");let names=new Map(gaps.map(({model,index})=>[
index,model]));drawLegend(figure,[...names].map(([index,name])=>({sample:markerSample(lookOf(index)),name})));let top=writeParagraph(figure.layer,0,figure.top-6,
NOTE,figure.width,{"font-size":FONT_SIZE.tick,fill:FAINT})+8,layout=layOut(figure,gaps,answer,top);writeHeads(figure,layout);for(let block of layout.blocks)drawBlock(
figure,layout,block,answer);let below=drawRuler(figure,layout,answer)+6,measures=`Bars and whiskers: difference to the reference with its ${levelText(answer.level)}\
 CI, in ${answer.scale.unit}.`,bottom=writeParagraph(figure.layer,0,below,measures,figure.width,{"font-size":FONT_SIZE.tick});return readRows(figure,layout,answer),
finishFigure(figure,bottom+4,describe8(gaps,answer))}function layOut(figure,gaps,answer,top){let wide=(figure.width-24)/PARTS2.length,row=gaps.length>16?18:32,heads=PARTS2.
map(part=>headLines(part,wide)),blocks=[],y=top+25+LINE*Math.max(...heads.map(({length})=>length));for(let gap of gaps){let block=blocks.find(one=>one.group===gap.
group&&one.reference===gap.reference);block||blocks.push(block={group:gap.group,reference:gap.reference,rows:[]}),block.rows.push(gap)}for(let block of blocks)block.
top=y,block.rows=block.rows.map((gap,i)=>({gap,y:y+24+row*i})),y+=24+row*block.rows.length+8;let scale=scaleOf3(gaps,answer.scale.factor,wide-14);return{left:24,
wide,row,heads,blocks,top,bottom:y,scale,rows:blocks.flatMap(block=>block.rows)}}function scaleOf3(gaps,factor,room){let parts=gaps.flatMap(gap=>PARTS2.map(({key})=>gap.
parts[key])).filter(Boolean),[least,greatest]=extentOf(parts.map(({value})=>value),0,0),most=Math.max(-least,greatest)||1/factor,ends2=extentOf(parts.flatMap(({
low,high})=>[low,high]),least,greatest);return linearScale(Math.max(ends2[0],-2.2*most),Math.min(ends2[1],2.2*most),0,room)}var LINE=13,HEAD_SIZE=11;function headLines({
head,broken=head},wide){let fits=textWidth(head,HEAD_SIZE,600)<=wide-4;return wrapText(fits?head:broken,wide-4,HEAD_SIZE,600)}function writeHeads(figure,{left,wide,
heads,top}){let look={"text-anchor":"middle","font-size":FONT_SIZE.tick};PARTS2.forEach(({sign},i)=>{let x=left+wide*(i+.5);writeText(figure.layer,x,top+12,sign,
{...look,fill:FAINT}),heads[i].forEach((words,line)=>writeText(figure.layer,x,top+27+LINE*line,words,{...look,"font-size":HEAD_SIZE,"font-weight":600}))})}function drawBlock(figure,layout,{
group,reference,rows,top},answer){let{left,wide,row,scale}=layout,half=(figure.width-60)/2,words=add(figure.layer,"g");writeName(words,0,top+16,group,half,{"fon\
t-weight":600});let at=Math.min(textWidth(cleanName(group),13,600),half)+8;writeText(words,at,top+16,"against",{fill:FAINT}),writeName(words,at+54,top+16,reference,
half,{fill:FAINT});let zeros=`M0 ${top-1}H${figure.width}`,foot=rows[rows.length-1].y+row;PARTS2.forEach((_,i)=>zeros+=`M${snap(left+wide*i+7+scale(0))} ${top+22}\
V${foot}`),add(figure.layer,"path",{d:zeros,stroke:"#8C8C8C",fill:"none"});for(let one of rows)drawRow2(figure,layout,one,answer)}function drawRow2(figure,{left,
wide,row,scale},{gap,y},answer){let look=lookOf(gap.index),middle=y+row-10,place=(i,value)=>left+wide*i+7+scale(clamp(value,scale.low,scale.high)),bars="",whiskers="";
PARTS2.forEach(({key},i)=>{let part=gap.parts[key];if(!Number.isFinite(part?.value))return;let zero=snap(place(i,0)),end=snap(place(i,part.value));bars+=`M${zero}\
 ${middle-5}H${end}v10H${zero}z`,Number.isFinite(part.low)&&Number.isFinite(part.high)&&(whiskers+=whiskerPath(place(i,part.low),place(i,part.high),middle,3));let number={
"text-anchor":"middle","font-size":11};row>24&&writeText(figure.layer,left+wide*(i+.5),middle-9,figureValue(part.value,answer.scale,!0),number)}),drawMarkers(figure.
layer,look,markerPath(look,10,middle,4.5)),add(figure.layer,"path",{d:bars,fill:look.colour,stroke:look.edge}),add(figure.layer,"path",{d:whiskers,stroke:INK,"s\
troke-width":1.3,fill:"none"})}function drawRuler(figure,{row,scale,bottom,left},answer){if(row>24)return bottom;let whole=(scale.high-scale.low)*answer.scale.factor,
length=niceTicks(0,whole*.6,3).pop(),wide=scale(length/answer.scale.factor)-scale(0);return add(figure.layer,"path",{d:whiskerPath(left,left+wide,bottom+6),stroke:INK,
fill:"none"}),writeText(figure.layer,left+wide+8,bottom+10,`this long: ${tickText(length)}`,{"font-size":FONT_SIZE.tick}),bottom+14}function readRows(figure,{rows:all,
row,top,bottom},answer){makeReadable(figure,{label:"Differences between groups; left and right go from row to row.",area:{left:0,right:figure.width,top,bottom},
size:[all.length,1],start:[0,0],at:(_,py)=>[Math.max(0,all.findLastIndex(({y})=>py>=y-2)),0],show:column=>{let{gap,y}=all[column],number=part=>part?figureEstimate(
part,answer.scale,!0):"–",parts=PARTS2.map(({key,head})=>({name:head,value:number(gap.parts[key])})),rows=[{look:lookOf(gap.index),name:gap.model},...parts],heading=fitName(
fill(WORDS.tables.gap_between,{group:cleanName(gap.group),reference:cleanName(gap.reference)}),figure.width-40,FONT_SIZE.tick,600),group=answer.groups?.find(({name})=>name===
gap.group)??{name:gap.group};return{x:20,y:y+row-6,guide:!1,heading,rows,foot:sliceText(group)}}})}function describe8(gaps,answer){let largest=gaps.reduce((best,one)=>Math.
abs(one.parts.total.value)>Math.abs(best.parts.total.value)?one:best),{parts,model,group,reference}=largest,name=words=>nameText(words),value=key=>parts[key]?figureValue(
parts[key].value,answer.scale,!0):"–",total2=`${figureEstimate(parts.total,answer.scale,!0)} ${answer.scale.unit}`;return`The largest difference: ${name(model)}\
 in ${name(group)} against ${name(reference)}, ${total2}; of it ${NAMES.label_shift} ${value("labelShift")} and ${NAMES.mechanism} ${value("mechanism")} (${NAMES.
sharpness} ${value("sharpnessCorrected")}, ${NAMES.calibration} ${value("calibrationCorrected")}).`}var{tables:TABLES}=WORDS,nameColumn=head=>({head,kind:"name"}),textColumn=head=>({head,kind:"text"}),numberColumn=head=>({head,kind:"number"}),endsOf=(estimate2,factor=1)=>[
estimate2?.value,estimate2?.low,estimate2?.high].map(x=>x==null?null:factor*x);function modelTable({scale,models,defaults,state,level,picked}){let{label,weighted}=unitOf(
state.units),strategies=Object.entries(defaults),{factor,unit}=scale;return{columns:[nameColumn(""),numberColumn(fill(TABLES.models_level,{score:label,level:levelText(
level)})),numberColumn("AUC"),numberColumn(fill(TABLES.models_loss,scale))],rows:[...models.map(model=>[{text:model.name,index:model.index},estimateText(model.score,
scale),measureText(model.auc),estimateText(model.split.calibrationCorrected,scale)]),...strategies.map(([name,worth2])=>[name,estimateText(worth2,scale),"",""])],
note:[fill(weighted?TABLES.models_note_of_accuracy:TABLES.models_note,{unit,units:label}),...pickedNote(picked,scale)].join(" "),csv:{heads:["model","score","lo\
w","high","unit","auc","auc_low","auc_high","calibration_loss","calibration_loss_low","calibration_loss_high"],rows:[...models.map(model=>[model.name,...endsOf(
model.score,factor),unit,...endsOf(model.auc),...endsOf(model.split.calibrationCorrected,factor)]),...strategies.map(([name,worth2])=>[name,...endsOf(worth2,factor),
unit,...endsOf(null),...endsOf(null)])]}}}function pickedNote(picked,scale){if(picked===null)return[];let[,low,high]=scaledTexts(picked,scale);return[fill(TABLES.
models_note_adjusted,{count:picked.count,model:picked.name,low,high})]}function differenceTable({comparisons,models,scale,level,margin}){let index=new Map(models.
map(model=>[model.name,model.index])),shown=model=>index.has(model)?{text:model,index:index.get(model)}:model,least=margin===null?null:general(1e3*margin,6),confidences=({
confidence,aboveMargin})=>margin===null?[confidence]:[confidence,aboveMargin],notes=[fill(TABLES.differences_note,{count:comparisons.length})];return margin!==null&&
notes.push(fill(TABLES.differences_note_margin,{margin:least})),{columns:[nameColumn("model"),textColumn(TABLES.minus),numberColumn(`${scale.unit} (${levelText(
level)} CI)`),numberColumn(TABLES.adjusted),numberColumn(TABLES.confidence),...margin===null?[]:[numberColumn(fill(TABLES.confidence_above_margin,{margin:least}))]],
rows:comparisons.map(comparison=>[shown(comparison.model),shown(comparison.other),estimateText(comparison.difference,scale),scaledTexts({value:comparison.difference.
value,...comparison.adjusted},scale).slice(1).join(" to "),...confidences(comparison).map(confidenceText)]),note:notes.join(" "),csv:{heads:["model","minus","di\
fference","low","high","adjusted_low","adjusted_high","unit","confidence",...margin===null?[]:["confidence_above_margin"]],rows:comparisons.map(comparison=>[comparison.
model,comparison.other,...endsOf(comparison.difference,scale.factor),...endsOf(comparison.adjusted,scale.factor).slice(1),scale.unit,...confidences(comparison)])}}}var{tables:TABLES2,rates:RATES2,counts:COUNTS2,short_names:SHORT,threshold:THRESHOLD}=WORDS,MEASURES={...RATES2,...COUNTS2},measureText2=(decisions,name)=>(name in
RATES2?rateText:per1000Text)(decisions[name]);function decisionTable({models,state,level}){let{over,prevalence}=models[0].cutoff,ends2=over===""?[]:THRESHOLD.ends[over];
return{columns:[nameColumn(""),...models.map(({name})=>numberColumn(name))],rows:[[TABLES2.threshold_probability,...models.map(({cutoff})=>shortPercentText(cutoff.
probability))],[TABLES2.cutoff_on_score,...models.map(({cutoff})=>shortPercentText(cutoff.value))],...ends2.map((head,at)=>[` ${head}`,...models.map(({cutoff})=>shortPercentText(
at===0?cutoff.high:cutoff.low))]),...Object.entries(MEASURES).map(([name,head])=>[head,...models.map(({decisions})=>measureText2(decisions,name))])],note:[fill(
TABLES2.decisions_note,{prevalence:shortPercentText(prevalence),which:whichPrevalence(state),level:levelText(level)}),...reasons(models),...models.flatMap(model=>notDefined(
model.name,model))].join(" "),csv:{heads:["model",...CSV_HEADS],rows:models.map(model=>[model.name,...csvNumbers(model)])}}}function groupDecisionTable({groupDecisions,
state}){let measures=Object.keys(MEASURES),prevalence=groupDecisions[0]?.cutoff.prevalence,about=state.prevalence===null?TABLES2.decisions_note_by_observed:TABLES2.
decisions_note_by;return{columns:[nameColumn(TABLES2.group),textColumn(TABLES2.model),numberColumn(TABLES2.treat_at_or_above),...measures.map(name=>numberColumn(
name in COUNTS2?`${SHORT[name]}, per 1,000`:SHORT[name]))],rows:groupDecisions.map(({group,name,index,cutoff,decisions})=>[group,{text:name,index},shortPercentText(
cutoff.value),...measures.map(measure=>measureText2(decisions,measure))]),note:[fill(about,{prevalence:shortPercentText(prevalence),which:whichPrevalence(state)}),
...groupDecisions.flatMap(model=>notDefined(`${model.group}, ${model.name}`,model))].join(" "),csv:{heads:["group","model",...CSV_HEADS],rows:groupDecisions.map(
model=>[model.group,model.name,...csvNumbers(model)])}}}var CSV_HEADS=["threshold_probability","cutoff","cutoff_lowest","cutoff_highest","prevalence",...Object.
keys(MEASURES).flatMap(name=>[name,`${name}_low`,`${name}_high`])];function csvNumbers({cutoff,decisions}){let numbers=Object.keys(MEASURES).flatMap(name=>endsOf(
decisions[name]));return[cutoff.probability,...endsOf(cutoff),cutoff.prevalence,...numbers]}function whichPrevalence({prevalence}){return prevalence===null?TABLES2.
decisions_at_observed:prevalence[0]===prevalence[1]?TABLES2.decisions_at_stated:TABLES2.decisions_at_median}function reasons(models){let byReason=new Map;for(let{
name,cutoff}of models){let reason=cutoffReason(cutoff);byReason.set(reason,[...byReason.get(reason)??[],name])}return[...byReason].map(([reason,alike])=>byReason.
size===1?reason:fill(THRESHOLD.of,{models:alike.join(", "),reason}))}function notDefined(who,{cutoff,decisions}){return Object.entries(RATES2).filter(([name])=>decisions[name]===
null).map(([name,head])=>{let why=fill(TABLES2.nobody[name],{cutoff:shortPercentText(cutoff.value)});return fill(TABLES2.not_available,{model:who,measures:head,
why})})}var{tables:TABLES3,measures:USUAL,gap_parts:PARTS3,digits:DIGITS2,constants:CONSTANTS}=WORDS,{readings:READINGS}=WORDS;function groupTable({groups,scale,state},sources,clustered){
let share=prevalence=>Number.isFinite(prevalence)?shortPercentText(prevalence):WORDS.numbers.missing,size=group=>[group.name,countText(group.patients),countText(
group.positives),share(group.prevalence)],judged=group=>group.models.map(model=>[...size(group),{text:model.name,index:model.index},estimateText(model.score,scale),
oeText(model.observedExpected),shortPercentText(model.cutoff),shortPercentText(model.commonCutoff),estimateText(model.withCommonCutoff,scale)]),rows=groups.flatMap(
group=>group.estimable?judged(group):[[...size(group),TABLES3.not_estimable,"","","","",""]]),reasons2=groups.filter(({estimable})=>!estimable).map(group=>`${group.
name}: ${group.whyNot}`),{label,zero}=unitOf(state.units),from=zero===null?[]:[TABLES3.groups_zero];return{columns:[nameColumn(TABLES3.group),...[clustered?TABLES3.
rows:TABLES3.patients,TABLES3.events,"prevalence"].map(numberColumn),textColumn(TABLES3.model),...[label,USUAL.observed_expected,TABLES3.treat_at_or_above,TABLES3.
one_threshold].map(numberColumn),numberColumn(fill(TABLES3.with_one_threshold,{score:label}))],rows,note:[...from,...thresholdNotes(state,groups,sources),TABLES3.
groups_one_threshold,TABLES3.groups_expected,"Choose a group above to see its differences and figures.",...reasons2].join(" "),csv:groupFile(groups,scale)}}function thresholdNotes({
prevalence},groups,sources){let place=prevalence===null?"observed":"stated",shown=groups.find(({estimable})=>estimable)?.models??[],byNote=new Map;for(let{name}of shown){
let own=prevalence===null!=(sources[name]==="group"),note=TABLES3[`groups_${own?"own":"same"}_threshold_${place}`];byNote.set(note,[...byNote.get(note)??[],name])}
return byNote.size===1?[...byNote.keys()]:[...byNote].map(([sentence,names])=>fill(TABLES3.groups_of_models,{models:names.join(", "),sentence}))}function groupFile(groups,scale){
let heads=["group","patients","events","prevalence","model","score","low","high","unit","why_not"],ratio=["observed_expected","observed_expected_low","observed_\
expected_high"],common=["cutoff","common_cutoff","with_common_cutoff","with_common_cutoff_low","with_common_cutoff_high"],rows=groups.flatMap(group=>{let facts=[
group.name,group.patients,group.positives,group.prevalence];return group.estimable?group.models.map(model=>[...facts,model.name,...endsOf(model.score,scale.factor),
scale.unit,"",...endsOf(model.observedExpected),model.cutoff,model.commonCutoff,...endsOf(model.withCommonCutoff,scale.factor)]):[[...facts,"","","","","",group.
whyNot,...new Array(8).fill("")]]});return{heads:[...heads,...ratio,...common],rows}}function oeText(ratio){if(!ratio||ratio.value===null)return WORDS.numbers.missing;
let[value,low,high]=[ratio.value,ratio.low,ratio.high].map(x=>fixed(x,DIGITS2.slope));return`${value} (${low} to ${high})`}var SUM={total:PARTS3.total,mechanism:`\
= ${PARTS3.mechanism}`,sharpnessCorrected:` = ${PARTS3.sharpness}`,calibrationCorrected:` + ${PARTS3.calibration}`,labelShift:`+ ${PARTS3.label_shift}`};function gapTable({
gaps,scale,state,level}){let rows=gaps.flatMap(gap=>Object.entries(SUM).flatMap(([part,head])=>[[part==="total"?{text:gap.model,index:gap.index}:"",part==="tota\
l"?fill(TABLES3.gap_between,gap):"",head,estimateText(gap.parts[part],scale)],...part==="mechanism"&&readingsDiffer(gap.readings)?readingRows(gap.readings,scale):
[]])),depending=gaps.filter(({readings})=>readingsDiffer(readings)),place=fill(state.prevalence===null?TABLES3.gaps_place_between:TABLES3.gaps_place,{prevalence:prevalenceInWords(
state.prevalence)});return{columns:[nameColumn("model"),textColumn("groups"),textColumn("part"),numberColumn(scale.unit)],rows,note:[fill(TABLES3.gaps_note,{place}),
...severalWords(gaps,level),...depending.map(gap=>readingWords(gap,scale))].join(" "),csv:{heads:["model","group","reference","part","value","low","high","unit"],
rows:gaps.flatMap(gap=>Object.entries(gap.parts).map(([name,part])=>[gap.model,gap.group,gap.reference,name,...endsOf(part,scale.factor),scale.unit]))}}}function severalWords(gaps,level){
let comparisons=new Set(gaps.map(({group})=>group)).size;return comparisons<2?[]:[fill(TABLES3.several_note,{comparisons,one_in:general(1/(1-level),3)})]}function readingsDiffer(readings){
if(!readings)return!1;let{group,all}=readings,excludesZero=({low,high})=>low>0||high<0;if(group.value*all.value<0&&(excludesZero(group)||excludesZero(all)))return!0;
let holds=({low,high},{value})=>low<=value&&value<=high;return!(holds(group,all)&&holds(all,group))}function readingRows(readings,scale){return["group","all"].map(
reading=>["","",` ${READINGS[reading]}`,estimateText(readings[reading],scale)])}function readingWords({group,reference,model,readings},scale){let{ratios,supported,
neither_fits:neither,used}=readings,pair=([first,second])=>fill(READINGS.ratios,{first:oeText(first),second:oeText(second)}),values={by_group:estimateText(readings.
group,scale),by_all:estimateText(readings.all,scale)},unsure=neither?READINGS.supports_neither:READINGS.cannot_tell,support=supported===null?unsure:READINGS[`su\
pports_${supported}`],other=supported!==null&&supported!==used?[fill(READINGS.other_is_used,{reading:supported})]:[];return[`${model}: ${fill(READINGS.depends,{
group,reference,...values})}`,fill(support,{ratios_group:pair(ratios.group),ratios_all:pair(ratios.all)}),...other].join(" ")}function usualTable({models}){let all=Object.
entries(models);return{columns:[nameColumn(""),...all.map(([model])=>numberColumn(model))],rows:Object.entries(USUAL).map(([measure,head])=>[head,...all.map(([,
measures])=>measureText(measures[measure]))]),note:["At the study's own setting, in all patients.",TABLES3.usual_note,...all.flatMap(([model,measures])=>[...missingReasons(
model,measures),...slopeWords(model,measures.calibration_slope)])].join(" "),csv:{heads:["model","measure","value","low","high"],rows:all.flatMap(([model,measures])=>Object.
keys(USUAL).map(measure=>[model,measure,...endsOf(measures[measure])]))}}}function missingReasons(model,{not_available:reasons2}){let byReason=new Map;for(let[measure,
why]of Object.entries(reasons2))measure in USUAL&&byReason.set(why,[...byReason.get(why)??[],USUAL[measure]]);return[...byReason].map(([why,measures])=>fill(TABLES3.
not_available,{model,measures:measures.join(TABLES3.not_available_or),why}))}function slopeWords(model,slope){let[least,most]=CONSTANTS.slope_near_one;if(!slope||
slope.value===null||slope.high>=least&&slope.low<=most)return[];let how=slope.value<1?TABLES3.too_extreme:TABLES3.too_moderate;return[fill(TABLES3.slope_far_from_one,
{model,slope:fixed(slope.value,DIGITS2.slope),how})]}var scrollWatch=new ResizeObserver(entries=>{for(let{target}of entries)target.scrollWidth>target.clientWidth?target.tabIndex=0:target.removeAttribute("tabindex")});
function createTable(caption){let head=make("tr"),body=make("tbody"),table=make("table",{},make("caption",{},caption),make("thead",{},head),body),frame=make("di\
v",{class:"scroll",role:"region","aria-label":caption},table);scrollWatch.observe(frame);function show(columns,rows){for(showHeads(head,columns);body.rows.length>
rows.length;)body.deleteRow(-1);rows.forEach((cells,at)=>showRow(body.rows[at]??body.insertRow(),columns,cells))}return{frame,show}}function showHeads(row,columns){
for(;row.children.length>columns.length;)row.lastChild.remove();columns.forEach(({head,kind},at)=>{let cell=row.children[at]??row.appendChild(head===""?make("td",
{}):make("th",{scope:"col"}));cell.className!==kind&&(cell.className=kind),setText(cell,head)})}function showRow(row,columns,cells){for(;row.children.length>cells.
length;)row.lastChild.remove();cells.forEach((content,at)=>{let kind=columns[at].kind,tag=kind==="name"&&content!==""?"th":"td",cell=row.children[at];if(cell?.localName!==
tag){let fresh=make(tag,tag==="th"?{scope:"row"}:{});cell===void 0?row.append(fresh):cell.replaceWith(fresh),cell=fresh}cell.className!==kind&&(cell.className=kind),
showCell(cell,content,kind)})}function showCell(cell,content,kind){let{text,index}=typeof content=="string"?{text:content}:content,key=`${index??""}|${text}`;if(cell.
dataset.shown===key)return;cell.dataset.shown=key;let shown=kind==="number"||kind==="words"?text:nameElement(text);cell.replaceChildren(...index===void 0?[]:[swatch(
index)],shown)}var{tables:TABLES4}=WORDS;function tableSection({title,key,level="h2"},tableNow,currentState){let table=createTable(title),note=make("p",{class:"note"}),button=csvButton(
`the table: ${title}`,key,()=>tableNow().csv,currentState),element=make("section",{class:"table"},make("div",{class:"head"},make(level,{},title),button),table.frame,
note);function show(){let shown=tableNow();table.show(shown.columns,shown.rows),setText(note,shown.note),element.hidden=shown.rows.length===0}return{element,show}}
function createTables(currentAnswer,currentState){let section=(title,key,table)=>tableSection({title,key},()=>table(currentAnswer()),currentState);return{models:section(
TABLES4.models,"models",modelTable),decisions:section(TABLES4.decisions,"decisions",decisionTable),differences:section(TABLES4.differences,"differences",differenceTable)}}
function createGroups(study,currentAnswer,currentState){let{parameters}=study.result.provenance,{source_prevalence:stated}=study.result.deployment,sources=Object.
fromEntries(Object.entries(stated).map(([model,{of}])=>[model,of])),clustered=study.result.data.clusters!==null,title=typeof parameters.by=="string"?`By ${parameters.
by}`:"By group",worth2=tableSection({title,key:"groups"},()=>groupTable(currentAnswer(),sources,clustered),currentState),by=typeof parameters.by=="string"?parameters.
by:"group",decisions=tableSection({title:fill(TABLES4.decisions_by,{column:by}),key:"group-decisions"},()=>groupDecisionTable(currentAnswer()),currentState),why=tableSection(
{title:TABLES4.gaps,key:"gaps"},()=>gapTable(currentAnswer()),currentState),figure=createFigure({key:"gaps-figure",title:"How much is prevalence, how much ranki\
ng, how much calibration?",note:"Each part of the difference between two groups; the parts add up to the total.",draw:(host,data,answer)=>drawGaps(host,answer),
rows:answer=>gapTable(answer).csv},currentAnswer,currentAnswer),element=make("div",{class:"groups"},worth2.element,decisions.element,figure.element,why.element);
function show(answer){element.hidden=answer.groups.length===0,figure.element.hidden=answer.gaps.length===0,!element.hidden&&(worth2.show(),decisions.show(),why.
show(),answer.gaps.length>0&&figure.show(answer))}return{element,show}}function createUsual(study,engine){let section=tableSection({title:TABLES4.usual,key:"usu\
al-measures"},()=>usualTable(study.result),()=>engine.own);return section.show(),section.element}var{verdict:VERDICT2}=WORDS,QUIET=500;function sliceWords({name,patients,positives,counted,prevalence}){return`${name}: ${countText(patients)} ${counted}, ${countText(
positives)} with the outcome (${shortPercentText(prevalence)})`}function ownWords({ownIsExact}){return ownIsExact?"at the study's own setting":"over the study's\
 range, evenly spread in log odds"}function createFact(){let parts=["dt","dd","dd"].map((tag,at)=>make(tag,{class:["asks","says","about"][at]})),show=(asks,says,about)=>[
asks,says,about].forEach((words,at)=>setText(parts[at],words));return{element:make("div",{},...parts),show}}function createVerdict(engine){let eyebrow=make("p",
{class:"eyebrow"}),headline=make("h2",{id:"headline"}),facts=[createFact(),createFact(),createFact()],text=make("p",{class:"full",id:"verdict-text"}),setting=make(
"p",{class:"setting"}),spoken=make("p",{class:"unseen",role:"status"}),list=make("dl",{class:"facts"},...facts.map(({element})=>element)),timer=0;function show(answer){
let{verdict,slice,state}=answer,own=sameState(state,engine.own)?ownWords(engine):"at a setting other than the study's own";setText(eyebrow,`Verdict ${own}${state.
group===null?"":`, in ${sliceWords(slice)}`}`),showHeadline(headline,verdict),showFacts(facts,answer),setText(text,verdict.text),setText(setting,`Setting: ${settingInWords(
state)}.`),clearTimeout(timer),timer=setTimeout(()=>setText(spoken,verdict.text),QUIET)}return{elements:[eyebrow,headline,list,text,setting,spoken],show}}function showHeadline(headline,{
tied,betterThanWithout,decided}){let key=JSON.stringify([tied,betterThanWithout,decided]);headline.dataset.shown!==key&&(headline.dataset.shown=key,betterThanWithout.
length===0?headline.replaceChildren(VERDICT2.headline_no_model):decided?headline.replaceChildren(VERDICT2.headline_use," ",nameElement(tied[0])):headline.replaceChildren(
VERDICT2.headline_too_close," ",...namesInList(tied)))}function namesInList(names){return names.flatMap((name,i)=>[...i===0?[]:[i===names.length-1?VERDICT2.and:
VERDICT2.comma],nameElement(name)])}function showFacts([much,next,cut],{verdict,scale,models,comparisons}){let{best,runnerUp,added,difference:difference2}=verdict,
chosen=best===WITHOUT_A_MODEL?runnerUp:best;much.show(VERDICT2.fact_added,estimateText(added,scale),`${chosen}: ${scale.unit}`);let count=comparisons.length;next.
element.hidden=[best,runnerUp].includes(WITHOUT_A_MODEL),next.show(fill(VERDICT2.fact_next,{other:runnerUp}),estimateText(difference2,scale),fill(VERDICT2.fact_together,
{count}));let model=models.find(({name})=>name===best);if(cut.element.hidden=model===void 0,model===void 0)return;let[middle,around=""]=cutoffText(model.cutoff).
split(" (");cut.show("Treat at or above",middle,`${model.name}: ${around.replace(")","")||"at this prevalence and cost"}`)}function briefVerdict({verdict,scale}){
let{tied,betterThanWithout,decided,added}=verdict,worth2=`${estimateText(added,scale)} ${scale.short}`;return betterThanWithout.length===0?VERDICT2.headline_no_model:
decided?`${VERDICT2.headline_use} ${tied[0]}: ${fill(VERDICT2.brief_worth,{worth:worth2})}`:`${VERDICT2.headline_too_close} ${join(tied)}`}var ADDRESS_PAUSE=300;function openPage(){let study=JSON.parse(document.getElementById("study").textContent),engine=createEngine(study),state=stateOf(location.hash,
engine),answer=engine.answer(state),frame=0,now={state:()=>state,answer:()=>answer},view=createView(study,engine,now,(change,fresh)=>setState({...state,...change},
fresh)),remember=addressWriter(engine);function setState(next,fresh=!1){sameState(next,state)&&!fresh||(state=next,answer=engine.answer(state),view.showVerdict(
answer,fresh),cancelAnimationFrame(frame),frame=requestAnimationFrame(()=>view.showRest(answer)),remember(state))}addEventListener("hashchange",()=>setState(stateOf(
location.hash,engine),!0)),view.showVerdict(answer,!0),view.showRest(answer),globalThis.baserate={engine,setState:change=>setState({...state,...change},!0),...now}}
function createView(study,engine,now,onChange){let at=id=>document.getElementById(id),verdict=createVerdict(engine),controls=createControls(engine,onChange,()=>globalThis.
baserate.setState(engine.own)),tables3=createTables(now.answer,now.state),gallery=createGallery(engine,now.state,now.answer),groups=createGroups(study,now.answer,
now.state);return showOpening(study,engine),at("verdict").append(...verdict.elements),at("controls").append(controls.element),at("tables").append(tables3.models.
element,tables3.decisions.element),at("figures").append(gallery.element),at("comparisons").append(tables3.differences.element,groups.element,createUsual(study,engine)),
showPrivacy(study),showProvenance(study),keepBriefFor(at("verdict"),controls.brief),{showVerdict(answer,fresh){verdict.show(answer),controls.show(answer.state,fresh),
setText(controls.brief,briefVerdict(answer))},showRest(answer){for(let part of[...Object.values(tables3),gallery,groups])part.show(answer)}}}function keepBriefFor(verdict,brief){
new IntersectionObserver(([entry])=>brief.classList.toggle("needed",!entry.isIntersecting)).observe(verdict)}function addressWriter(engine){let timer=0,last=-1/0,
write=state=>{last=performance.now();let fragment=fragmentOf(state,engine.own);try{history.replaceState(null,"",`${location.pathname}${location.search}${fragment?
`#${fragment}`:""}`)}catch{}};return state=>{clearTimeout(timer);let pause=performance.now()-last>ADDRESS_PAUSE?30:ADDRESS_PAUSE;timer=setTimeout(()=>write(state),
pause)}}function unfoldForPrint(){let folded=[];addEventListener("beforeprint",()=>{folded=[...document.querySelectorAll("details:not([open])")];for(let one of folded)
one.open=!0}),addEventListener("afterprint",()=>{for(let one of folded)one.open=!1})}unfoldForPrint();openPage();
