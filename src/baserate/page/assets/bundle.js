// sources: sha256 d29770783a9c1519efc410e8baa029b3bd2f68877efe3f4437f3a40665fd0fc4
function Af(t,e){let[n,o]=Math.abs(t).toExponential(e+30).split("e"),s=n.replace(".",""),r=/^50*$/.test(s.slice(e)),i=Number(s[e-1])%2===0;if(r&&i)return[s.slice(
0,e),Number(o)];let[a,c]=Math.abs(t).toExponential(e-1).split("e");return[a.replace(".",""),Number(c)]}function P(t,e){if(t===0||!Number.isFinite(t))return String(
t+0);let[n,o]=Af(t,e),s=t<0?"-":"",r=i=>i.includes(".")?i.replace(/\.?0*$/,""):i;if(o<-4||o>=e){let i=String(Math.abs(o)).padStart(2,"0");return`${s}${r(`${n[0]}\
.${n.slice(1)}`)}e${o<0?"-":"+"}${i}`}return o<0?s+r(`0.${"0".repeat(-o-1)}${n}`):s+r(`${n.slice(0,o+1)}.${n.slice(o+1)}`)}function me(t,e){let n=Math.abs(t).toFixed(
e+30),o=n.slice(0,-30).replace(/\.$/,""),r=/^50*$/.test(n.slice(-30))&&Number(o.at(-1))%2===0?o:Math.abs(t).toFixed(e);return t<0&&Number(r)!==0?`-${r}`:r}function tr(t){
let[e,n]=t.split("."),o=e.length>3?e.replace(/\B(?=(\d{3})+$)/g,","):e;return n?`${o}.${n}`:o}var fa={constants:{prevalences_compared:401,ties_told_one_by_one:3,whole_counts_from:100,a_tie:1e-12,nearly_certain:.999,slope_near_one:[.8,1.25],lines_before:3,
worth_recalibrating:.1,told_in_times:1.5,groups_told:4,recalibrations_simulated:100},digits:{percent:4,percent_near_one:9,near_one:.99,short_percent:3,ratio:4,measure:3,
slope:2,confidence:1,most_added:3,per_1000_at_threshold:1,rate:1,least_width_in_last_digits:2},units:{"net benefit":{unit:"true positives per patient",short:"ne\
t benefit",found:"{outcome} found per patient",factor:1,digits:4},"per 1,000":{unit:"true positives per 1,000 patients",short:"per 1,000",found:"{outcome} found\
 per 1,000 patients",factor:1e3,digits:1},"weighted accuracy":{unit:"percentage points of weighted accuracy",short:"weighted accuracy, %",found:"percentage poin\
ts of weighted accuracy",factor:100,digits:2},accuracy:{unit:"percentage points of accuracy",short:"accuracy, %",found:"percentage points of accuracy",factor:100,
digits:2}},names:{treat_all:"treat all",treat_none:"treat none",without_a_model:"without a model"},numbers:{missing:"-",more:">",less:"<",not_from_this_page:"no\
t from this page"},cost:{equal:"a missed case and an unnecessary treatment cost the same",missed_case_dearer:"one missed case = {times} unnecessary treatments",
treatment_dearer:"one unnecessary treatment = {times} missed cases"},prevalence:{observed:"the observed prevalence"},page:{bins:"Away from the study's own setti\
ng this page works from bins of at least {least} patients: numbers here are within {error} of the exact ones.",patients:"{patients} {counted}, {positives} {outc\
ome}",copy_link:"Copy link",copy_sentence:"Copy sentence",save_all:"Save all data",second_added:"{model} adds {added} of a possible {possible} {unit} to decidin\
g without a model.",second_sure:"Confidence that it adds anything: {confidence}.",reset:"Return to the study's setting",done:"Done",prevalence:{title:"Prevalenc\
e where the model will be used",lead:"Prevalence",low:"Lowest prevalence",high:"Highest prevalence",one:"Prevalence",low_box:"Lowest prevalence in percent",high_box:"\
Highest prevalence in percent",observed:"observed",observed_in:"observed, {prevalence}",not_a_number:"“{typed}” is not a prevalence: write percent, such as 2.5.\
 Nothing was changed.",outside:"{typed} is outside what this page answers, {low} to {high}. Nothing was changed.",other_end:"Both ends are {value} now: the lowe\
st cannot be above the highest."},cost:{title:"Cost of errors",lead:"One missed {one_outcome} =",tail:"unnecessary {action}",tail_one:"unnecessary {action} ({ra\
tio})",unused:"{action} (not used in {units})",threshold:"Threshold probability: {threshold}.",low:"Cost at which a missed {one_outcome} counts most",high:"Cost\
 at which a missed {one_outcome} counts least",one:"Cost",low_box:"Most unnecessary {action} per missed {one_outcome}",high_box:"Fewest unnecessary {action} per\
 missed {one_outcome}",not_a_number:"“{typed}” is not a cost: write how many unnecessary {action} one missed {one_outcome} is worth, such as 30. Nothing was cha\
nged.",outside:"{typed} is outside what this page answers, {low} to {high}. Nothing was changed.",other_end:"Both ends are {value} now: the first cannot be belo\
w the second."},shift:{title:"How much of the difference in prevalence is label shift?",slider:"Share of the difference in prevalence that is label shift",why:"\
These patients: {observed}. Why would the outcome be more, or less, common elsewhere?",none_end:"0: other patients come, sicker or healthier ones. Their scores \
already know: they are used as they are.",all_end:"1: label shift. Cases look as they do here, and so do non-cases; there are only more, or fewer, of them. Scor\
es are adjusted in full.",stated:"the study's, {shift}",fitted:"fitted to the study's groups: {shift} (standard error {error})",by_model:"the study's, by model:\
 {shifts}",line:"Here {observed} have the outcome: {share} of the difference is taken as label shift, {effect}.",shares:{none:"none",all:"all",some:"{percent} %",
by_model:"a part, by model,"},effects:{none:"scores are used as they are",all:"scores are adjusted in full",some:"scores are adjusted in part"},about:"As far as\
 this page tells: ",no_world:"no such patients",no_world_sentence:"No answer for {models} where {where}: with {shift} of the difference in prevalence as label s\
hift, no patients like these would have it. The scores know too little of who is ill to be the reason for such a difference; ask for more label shift.",no_loss:"\
Discrimination and the loss to miscalibration are told for label shift only (a shift of 1).",no_gaps:"Why groups differ is told for label shift only: set the sh\
are of label shift to 1."},one_value:"one value",to:"to",slider_keys:"Arrow keys move one step, Page keys ten, Shift moves both ends.",models:{title:"Models and\
 patients",models:"Models",shown:"Models shown",all:"all {count} models",some:"{count} of {all} models",one_model:"one model",stays:"At least one model stays.",
group:"Patients",everyone:"everyone",not_estimable:"not estimable"},units:{title:"Units"},margin:{title:"Margin",label:"Smallest difference that matters, per 1,\
000 patients",none:"no margin",some:"margin {margin} per 1,000",not_a_number:"“{typed}” is not a margin: write cases per 1,000 patients, such as 1, or nothing. \
Nothing was changed.",note:"A lead below the margin is not called one. Empty: every lead beyond chance counts."},against:{title:"Compare {best} with",runner_up:"\
the next best ({name})",main:"{one} minus {other}"},stated:{title:"Settings of the study",button:"settings of the study",range:"{name} (its range)"},patients_title:"\
What happens to 1,000 patients",patients_note:"where {prevalence} have the outcome, at the decision threshold",before_title:"Before you decide",more_notes:"{cou\
nt} more notes",verdict_in_full:"The verdict in full",requirement:"A requirement of the study is not met: {text} (found: {found}).",as_a_table:"As a table",address:{
prevalence:"The address asks for a prevalence that makes no sense; the study's own is shown.",prevalence_outside:"The address asks for a prevalence outside what\
 this page answers ({low} to {high}); the nearest is shown.",cost:"The address asks for a cost that makes no sense; the study's own is shown.",cost_outside:"The\
 address asks for a cost outside what this page answers ({low} to {high}); the nearest is shown.",units:"The address asks for units that this page does not have\
; the study's own are shown.",group:"The address asks for a group that is not on this page; everyone is shown.",models:"The address asks for a model that is not\
 on this page; it is left out.",shift:"The address asks for a share of label shift that is none (it lies between 0 and 1); the study's own is used.",margin:"The\
 address asks for a margin that makes no sense; the study's own is used.",sources:"The address asks to take a model as calibrated to a prevalence that makes no \
sense, or a model that is not on this page; the study's own is used.",recalibrated:"The address asks to recalibrate a model that is not on this page; that is le\
ft out.",against:"The address asks to compare with a model that is not on this page; the next best is shown.",unknown:"The address has a part that this page doe\
s not know ({name}); it is left out."},sections:{decision:"Decision curve",calibration:"Calibration",models:"Models",groups:"Groups",map:"Map",value:"Net benefi\
t against prevalence",threshold:"At the decision threshold",differences:"Differences on the same patients",gaps:"Why groups differ",roc:"ROC curve",usual:"Usual\
 measures"},contents:"Contents",brief:{use:"Use {best}: ",too_close:"Too close to call: ",none:"No model shown to be better: "},save_table:"Save the table as CS\
V: {title}"},threshold:{over_prevalence:"{middle} ({highest} at the lowest prevalence, {lowest} at the highest)",over_cost:"{middle} ({highest} where an unneces\
sary treatment costs most, {lowest} where least)",over_both:"{middle} ({lowest} to {highest} over the deployment)",ends:{prevalence:["at the lowest prevalence",
"at the highest prevalence"],cost:["where an unnecessary treatment costs most","where it costs least"],both:["highest over the deployment","lowest over the depl\
oyment"]},median:" (median)",differs:"A risk of {probability} at the deployment is a score of {cutoff}, because the score is taken as calibrated to a prevalence\
 of {source} and the deployment has {prevalence}{median}.",same:"The cut-off on the score is the threshold probability itself, {probability}, because the score \
is taken as calibrated to the prevalence of the deployment, {prevalence}{median}.",not_shifted:"That is under label shift: where a score means the same risk as \
here (shift 0), the cut-off is {cutoff}.",of:"{models}: {reason}",treat:`Treat at or above a score of {cutoff}
at a prevalence of {prevalence} and a cost of {cost}, for scores calibrated to {source}.`,probability:"Threshold probability, the risk from which on treating do\
es more good than harm: {probability}.",patient:"A score of {score} means a risk of {risk} at a prevalence of {prevalence}: {advice}.",do:"treat",do_not:"do not\
 treat"},verdict:{where:{share:"{prevalence} have the outcome, and {cost}",observed:"{prevalence} have the outcome, as observed, and {cost}",distribution:"the p\
revalence is {prevalence}, and {cost}"},cost:{missing:"missing one {one_outcome} is as bad as {times} unnecessary {action}",missing_one:"missing one {one_outcom\
e} is as bad as {times} unnecessary {one_action}",treating:"one unnecessary {one_action} is as bad as {times} missed {outcome}",distribution:"the cost of errors\
 is {times}",alike:"every error counts alike"},range:"{low} to {high}",use:"Use {best}. Where {where}, it is worth {value} more {found} than {other} ({level} CI\
 {low} to {high}).",use_alone:"Use {best}. Where {where}, it is worth {value} more {found} than deciding without a model ({level} CI {low} to {high}), of a poss\
ible {possible}.",over_default:"Over deciding without a model, it adds {value} of a possible {possible} ({level} CI {low} to {high}).",best_over_default:"Over d\
eciding without a model, {best} adds {value} of a possible {possible} ({level} CI {low} to {high}).",too_close:"Too close to call between {models} where {where}\
: {differences}.",difference:"{one} minus {other} is {value} {found} ({level} CI {low} to {high})",further_difference:"minus {other} {value} ({low} to {high})",
no_model:"No model is shown to be better than deciding without one where {where}: the best of them, {model}, adds {value} {found} ({level} CI {low} to {high}).",
not_the_model:"No model is shown to be better than deciding without one where {where}: {model} adds {value} {found} ({level} CI {low} to {high}).",coarse:"Not f\
rom this page: where {where}, its bins (at least {least} patients each) are too coarse to tell {one} from {other}. The library can: {command}",command:"baserate\
 evaluate --prevalence {prevalence} --cost {cost}",command_observed:"baserate evaluate --cost {cost}",command_shift:" --shift {shift}",exchange:"Compared with {\
other}, of 1,000 patients it {found} and {treated}.",exchange_by_weights:"By weights for censoring, compared with {other}, of 1,000 patients it {found} and {tre\
ated}.",exchange_at_median:"Compared with {other}, of 1,000 patients at the median prevalence, {median}, it {found} and {treated}.",without:"deciding without a \
model",within_error:"By its interval alone the best is ahead, but by no more than this page's own error: the library can tell.",found_more:"finds {count} more {\
outcome}",found_fewer:"finds {count} fewer {outcome}",found_same:"finds as many {outcome}",treated_more:"leads to {count} more unnecessary {action}",treated_fewer:"\
spares {count} unnecessary {action}",treated_same:"leads to as many unnecessary {action}",what_else:"What else matters can decide: simplicity, cost, what is in \
use.",not_shown_better:"{models} is not shown to be better than deciding without a model.",none_shown_better:"{models} are not shown to be better than deciding \
without a model.",without_is_all:"Without a model, treat all.",without_is_none:"Without a model, treat none.",without_is_both:"Without a model, treat all at a p\
revalence of {threshold} or more, and none below.",below_margin:"{best} is ahead of {others}, but by less than the {margin} per 1,000 that matter.",non_inferior:"\
{models} is no worse than {best} by more than {margin} per 1,000 (non-inferior).",all_non_inferior:"{models} are no worse than {best} by more than {margin} per \
1,000 (non-inferior).",flip_alone:"{ahead} is ahead from {low} to {high} (confidence {confidence})",flip:"{ahead} from {low} to {high}",flips:"Within the range,\
 others are ahead of {best} beyond chance: {flips}.",and:" and ",comma:", ",together:"The intervals hold for all {count} comparisons together.",outside:"No such\
 prevalence was observed (it was {observed}): these numbers rest on label shift, that is on scores being spread alike there, among cases and among non-cases.",outside_groups:"\
No such prevalence was observed (it was {observed}, and {low} to {high} in the groups): these numbers rest on label shift, that is on scores being spread alike \
there, among cases and among non-cases."},before:{title:"Before you decide",off_times:"{model}'s risks are {times} times too {how} (observed/expected {ratio}).",
off:"{model}'s risks are too {how} (observed/expected {ratio}).",high:"high",low:"low",turns:"Recalibrated, {model} would add {value} over deciding without a mo\
del, and {best} {other_value}: the order turns.",gains:"Recalibrated, {model} would add {value} over deciding without a model instead of {now}.",advice:"Recalib\
rate it, or state the prevalence to which it is calibrated.",groups_disagree:"Groups disagree: {leads}.",group_lead:"in {group}, {model} is ahead of {best}",groups_agree:"\
Groups agree: {best} is ahead in {groups}.",groups_agree_all:"Groups agree: {best} is ahead in all {count} of them.",more_groups:"{number} more",in_group:"in ",
outside:"No prevalence in this range was observed (it was {observed}): the numbers rest on label shift.",clusters:"One cluster of {column} holds {share} of the \
data: all rests on few clusters.",cutoff_label_shift:"Under label shift, the cut-off of {model} moves with the place: treat at or above {highest} where {low} ha\
ve the outcome, {middle} at {median}, {lowest} at {high}.",cutoff:"The cut-off of {model} moves with the place: treat at or above {highest} where {low} have the\
 outcome, {middle} at {median}, {lowest} at {high}.",is_recalibrated:"{model} is taken as recalibrated on these patients.",is_calibrated_to:"{model} is taken as\
 calibrated to {prevalence}.",recalibrate:"recalibrate {model}",take_as_calibrated_to:"take {model} as calibrated to {prevalence}",undo:"take {model} as it is"},
opening:{patients:"{patients} patients, {positives} with the outcome ({prevalence}).",clusters:"{patients} rows in {clusters} clusters ({cluster}), {positives} \
with the outcome ({prevalence}).",patients_named:"{patients} patients, {positives} {outcome} ({prevalence}).",clusters_named:"{patients} rows in {clusters} clus\
ters ({cluster}), {positives} {outcome} ({prevalence}).",followed:"{patients} patients, {positives} with the outcome by {horizon} ({time}); {censored} were cens\
ored before. Risk by then: {prevalence} ({curve}).",followed_clusters:"{patients} rows in {clusters} clusters ({cluster}), {positives} with the outcome by {hori\
zon} ({time}); {censored} were censored before. Risk by then: {prevalence} ({curve}).",followed_named:"{patients} patients, {positives} {outcome} by {horizon} (\
{time}); {censored} were censored before. Risk by then: {prevalence} ({curve}).",followed_clusters_named:"{patients} rows in {clusters} clusters ({cluster}), {p\
ositives} {outcome} by {horizon} ({time}); {censored} were censored before. Risk by then: {prevalence} ({curve}).",competing:"{competing} had a competing event \
by then, and count as non-cases.",few:"a few",kaplan_meier:"Kaplan-Meier",aalen_johansen:"Aalen-Johansen",weighted:"Whoever's outcome is known counts for those \
who were censored (inverse probability of censoring weights{strata}); the ten heaviest weights are {heaviest} of all weight. That is right where being censored \
tells nothing about the risk{strata_too}.",strata_too:", within strata",strata:", within {strata} strata of {columns}",treated:"Net benefit: the {curve} risk am\
ong the treated; all other numbers by weights for censoring.",deployment:"Prevalence where the model will be used: {prevalence}. Cost of errors: {cost}; thresho\
ld probability: {threshold}.",dropped:"{dropped} of {rows} rows were dropped (missing: {reasons}).",dropped_because:"{column} in {rows}",dropped_few:"A few rows\
, fewer than {least}, were dropped (missing: {reasons}).",calibrated_to:"Training prevalence, to which scores are calibrated: {models}.",calibrated_to_one:"{mod\
el} {prevalence}",calibrated_to_all:"{model} {prevalence} (observed in all patients, also for groups)",calibrated_to_observed:"The scores are taken as calibrate\
d to the observed prevalence of the patients they are judged on.",binned:"Scores came in bins of log odds, not patient by patient."},tables:{models:"Which model\
?",models_level:"{score} ({level} CI)",models_loss:"lost to miscalibration, {short}",models_note:"Net benefit in {unit}; zero is treat none. The loss to miscali\
bration is corrected for optimism.",models_note_of_accuracy:"In percent: {units} and what is lost of it. The loss to miscalibration is corrected for optimism.",
decisions:"At the decision threshold",treat_at_or_above:"treat at or above",decisions_by:"At the decision threshold, by {column}",counts_by:"Per 1,000 patients \
at the decision threshold, by {column}",threshold_probability:"threshold probability",cutoff_on_score:"treat at or above a score of",decisions_note:"Sensitivity\
 and specificity in these patients, at this cut-off. Predictive values, and counts per 1,000 patients, at a prevalence of {prevalence}, {which}. The cut-off is \
taken as fixed. In brackets: {level} CI.",decisions_note_by:"Sensitivity and specificity in the patients of the group, at its cut-off (median prevalence and cos\
t). Predictive values, and counts per 1,000 patients, at a prevalence of {prevalence}, {which}.",decisions_note_by_observed:"Sensitivity and specificity in the \
patients of the group, at its cut-off. Predictive values, and counts per 1,000 patients, at the prevalence observed in the group.",nobody:{ppv:"no patient's sco\
re reaches the cut-off of {cutoff}: nobody is treated.",npv:"no patient's score is below the cut-off of {cutoff}: everybody is treated."},decisions_at_median:"t\
he median of the deployment",decisions_at_stated:"that of the deployment",decisions_at_observed:"the observed one, whose error the intervals include",differences:"\
Differences on the same patients",minus:"minus",confidence:"confidence",confidence_above_margin:"confidence above {margin}",adjusted:"adjusted CI",differences_note:"\
Every model decides about the same patients, so that what is common to them cancels. The CI holds for one comparison at a time; the adjusted CI for all {count} \
together. Confidence: one-sided, that the difference is above zero.",differences_note_margin:"Confidence above {margin}: that it is above the margin.",order_note:"\
The CI holds for one comparison at a time; the adjusted CI for all comparisons in all {groups} groups together.",models_note_adjusted:"Picked as the best of {co\
unt} by looking, {model} has an adjusted CI of {low} to {high}.",usual:"Usual measures",usual_note:"Accuracy at this cut-off, the decision threshold, in these p\
atients. Calibrated: calibration in the large 0, slope 1, observed/expected 1.",not_available:"{model}: no {measures}, because {why}",not_available_or:" or ",slope_far_from_one:"\
{model}: a slope of {slope} says its risks are too {how}; what that costs is its loss to miscalibration.",too_extreme:"extreme",too_moderate:"moderate",groups_zero:"\
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
rows",events:"events",censored:"censored",part:"part",by:"By {column}",not_estimable:"not estimable",order_in_groups:"Does the order hold in each group?"},shift:{
opening_label:"On the way from the observed prevalence to that of the deployment, scores are adjusted in full (shift 1, label shift).",opening_full:"On the way \
from the observed prevalence to that of the deployment, scores are adjusted in full, as was fitted: shift {shifts}.",opening:"On the way from the observed preva\
lence to that of the deployment, scores are adjusted by part of the difference in log odds: shift {shifts}. The rest is case mix: patients with high scores come\
 more, or less, often.",opening_by_model:"On the way from the observed prevalence to that of the deployment, scores are adjusted by part of the difference in lo\
g odds, each model's by its shift: {shifts}. The rest is case mix: patients with high scores come more, or less, often.",opening_one:"{model} {shift}",worlds:"E\
ach model is judged where its own scores are shifted so: how another's are spread there does not matter for what it is worth.",threshold_differs:"A risk of {pro\
bability} at the deployment is a score of {cutoff}, because the score is taken as calibrated to a prevalence of {source}, the deployment has {prevalence}{median\
}, and of the way there from {observed}, in log odds, it is adjusted by a share of {shift}.",threshold_same:"The cut-off on the score is the threshold probabili\
ty itself, {probability}: the score is taken as calibrated to a prevalence of {source}, and with a shift of {shift} it means the same where {prevalence}{median}\
 have the outcome.",decisions_note:"Sensitivity and specificity at this cut-off where the prevalence is {prevalence}, {which}: patients of either class are weig\
hted by their scores as the shift asks for. Predictive values, and counts per 1,000 patients, at that prevalence. The cut-off is taken as fixed. In brackets: {l\
evel} CI.",decisions_note_by:"Sensitivity and specificity at the group's cut-off (median prevalence and cost) where the prevalence is {prevalence}, {which}: pat\
ients of either class are weighted by their scores as the shift asks for. Predictive values, and counts per 1,000 patients, at that prevalence.",no_loss:"The lo\
ss to miscalibration can be had under label shift only (--shift 1), not for {models}.",gaps_refused:"Why groups differ cannot be told for {models}: the parts of\
 a difference between groups can be had under label shift only (--shift 1).",holds:"The verdict holds for any shift from 0 (covariate shift) to 1 (label shift).",
holds_where:"The verdict holds wherever it can be judged, {where}.",among:"{conclusion} ({models} cannot be judged there)",turns:"The verdict turns {turns}.",turn:"\
{where}: there {conclusion}",then:"; ",use:"{models} is ahead",worse:"every model is worse than deciding without one",tied:"{models} cannot be told apart",none:"\
no model is shown to be better than deciding without one",below:"below a shift of {high}",above:"above a shift of {low}",at:"at a shift of {low}",from_to:"from \
a shift of {low} to {high}",everywhere:"at any shift from 0 to 1",no_place:"There is no such place for {models} {where}: the scores know too little of who is il\
l to be the reason for such a difference in prevalence.",ends:"The net benefit of {model} is {label} per 1,000 at a shift of 1, and {covariate} at 0 ({level} CI\
).",rests:"Much rests on the shift, because the deployment is far from the observed prevalence: the net benefit of {model} is {label} per 1,000 at a shift of 1,\
 and {covariate} at 0 ({level} CI). Where groups differ in prevalence, they tell which it is (ev.shift, baserate shift).",outside:"No such prevalence was observ\
ed (it was {observed}): these numbers rest on the shift that was asked for ({shifts}).",outside_groups:"No such prevalence was observed (it was {observed}, and \
{low} to {high} in the groups): these numbers rest on the shift that was asked for ({shifts}).",before_outside:"No prevalence in this range was observed (it was\
 {observed}): the numbers rest on the shift that was asked for ({shifts}).",readings:"Scores calibrated in each group are a shift of 0 between the groups, score\
s calibrated to all patients a shift of 1: with three groups or more, ev.shift (baserate shift) says which of the two all groups together support, or what betwe\
en them."},readings:{group:"with scores calibrated in each group",all:"with scores calibrated to all patients",depends:"{group} minus {reference}: at equal prev\
alence the answer depends on what the scores are calibrated to. To each group's own prevalence, the difference is {by_group}; to that of all patients, moved to \
each group's by label shift, it is {by_all}.",supports_group:"Calibration agrees between the two under the first (observed/expected {ratios_group}) and not unde\
r the second ({ratios_all}), which supports the first.",supports_all:"Calibration agrees between the two under the second (observed/expected {ratios_all}) and n\
ot under the first ({ratios_group}), which supports the second.",supports_neither:"Calibration differs between the two under both (observed/expected {ratios_gro\
up}; {ratios_all}), which supports neither: recalibrate in each group before comparing them.",cannot_tell:"Their calibration cannot tell which holds (observed/e\
xpected {ratios_group} under the first; {ratios_all} under the second).",ratios:"{first} and {second}",other_is_used:"The tables use the other: --source-prevale\
nce {reading} asks for this one."},cautions:{censoring:"{censored} of {patients} were censored before the horizon, and the ten heaviest weights are {heaviest} o\
f all weight: what is said rests on few of those who were followed longest.",censoring_advice:"Choose a shorter horizon, if it serves the decision.",weights:"wi\
th so little label shift the deployment's patients are made of few of these: by their weights, of {patients} {counted} of a class.",fitted_source:"between these\
 groups {percent} of a difference in prevalence is not in the score (shift {shift}), but in each group the score is taken as calibrated to the group's own preva\
lence, as if all of it were.",fitted_source_advice:"Closer to what was fitted: scores calibrated to the prevalence of all patients (\0source_prevalence='all'\0).",
weights_advice:"What is said of them rests on these few; a shift closer to 1, or a prevalence closer to the observed one, rests on more.",mean_censored:"the mea\
n score, weighted for censoring, is {mean}, but {prevalence} of the {patients} have the outcome by the horizon: observed/expected {ratio}. {advice}",mean:"the m\
ean score is {mean}, but {prevalence} of the {patients} have the outcome: observed/expected {ratio}. {advice}",mean_advice:"If the scores are calibrated to anot\
her prevalence, state it (\0source_prevalence=\0); otherwise the model is miscalibrated.",groups:"judged by group, scores are {how} (observed/expected) in {grou\
ps}.",too_high:"too high",too_low:"too low",group_advice:"Either recalibrate there, or the scores are calibrated to the prevalence of all patients: then say so \
(\0source_prevalence='all'\0).",recalibrate:"Recalibrate there before use.",more_groups:"and {number} more",heap_at:"{where} {patients} score exactly {cut}, the\
 cut-off. They count as treated; at a slightly lower prevalence they would not. A range does not hang on this.",heap_near:"{where} {patients} have {same} score,\
 {score}. The cut-off, {cut}, rests on the observed prevalence and may lie on either side of it ({low} to {high}), so that all of them are treated, or none. A r\
ange does not hang on this.",same:"one and the same",same_bin:"nearly the same",cluster:"one cluster of {column} holds {share} of the {patients} (by weight, whe\
re there are weights). Intervals rest on few clusters, and are rough.",in_groups:"{group} {ratio}"},across:{name:"{prevalence}, {cost}",title:"Across the deploy\
ments",deployment:"deployment",conclusion:"verdict",model:"best model",difference:"minus without a model, per 1,000",use:"{best}",tied:"too close to call: {mode\
ls}",none_better:"no model shown to be better than deciding without one",worse:"{best}: every model is worse",note:"Best model: that of the highest net benefit \
there; in true positives per 1,000 patients more than deciding without a model ({level} CI, adjusted as in the verdict for all comparisons at the deployment)."},
study:{unfilled:'the study is not filled in. Decide, and write in place of "?":{questions}',question:`
  {question}`,deployments:"Deployments: {deployments}.",deployment:"{name} ({words})",prevalence:'prevalence: how common is the outcome where the model will be \
used? One value, "5%", or a range, "1%..10%"; leave the line out for the observed prevalence.',cost:'cost: how many unnecessary treatments is one missed case wo\
rth? If 30, write "1:30"; if 5 to 50, "1:50..1:5".',outcome:"outcome: which column holds the outcome?",scores:"scores: which columns hold predicted probabilitie\
s?"},measures:{accuracy:"accuracy",brier:"Brier score",log_loss:"log loss",calibration_intercept:"calibration in the large",calibration_slope:"calibration slope",
observed_expected:"observed/expected",mean_score:"mean score"},rates:{sensitivity:"sensitivity",specificity:"specificity",ppv:"positive predictive value",npv:"n\
egative predictive value"},counts:{treated_per_1000:"treated, per 1,000",true_positives_per_1000:"true positives (cases found), per 1,000",false_negatives_per_1000:"\
missed cases, per 1,000",false_positives_per_1000:"false positives (treated unnecessarily), per 1,000"},short_names:{sensitivity:"sensitivity",specificity:"spec\
ificity",ppv:"PPV",npv:"NPV",treated_per_1000:"treated",true_positives_per_1000:"true positives (cases found)",false_negatives_per_1000:"missed cases",false_positives_per_1000:"\
false positives (unnecessary)"},named_counts:{true_positives_per_1000:"true positives ({outcome} found), per 1,000",false_negatives_per_1000:"missed {outcome}, \
per 1,000"},named_short_names:{true_positives_per_1000:"true positives ({outcome} found)",false_negatives_per_1000:"missed {outcome}"},gap_parts:{total:"total",
mechanism:"difference at equal prevalence",sharpness:"discrimination",calibration:"calibration",label_shift:"label shift"},figures:{slice:"{name}: {patients} {c\
ounted}, {positives} {outcome}",by_horizon:" by {horizon} ({time})",censored:", {censored} censored before",keys_move:"Arrow keys move.",nothing:"There is no mo\
del to show.",too_close:"too close to call",too_close_between:"too close to call between {models}",no_model_better:"no model is shown to be better than deciding\
 without one",best:"{best} is best, beyond chance",better:"better",minus:"{one} minus {other}",ahead_there:"{name} ahead beyond chance",at_prevalence:"at a prev\
alence of {prevalence}",at_point:"At a prevalence of {prevalence} and a threshold probability of {threshold} ({ratio}): {best}.",prevalence:"prevalence: share o\
f {outcome} among patients",observed:"the observed prevalence",half:"half of the weight on either side of {median}",brush:"Range of prevalences",brush_low:"Lowe\
st prevalence",brush_high:"Highest prevalence",brush_observed:"observed, {prevalence}",difference:"Which is better at each prevalence?",difference_above:"differ\
ence in {unit}, with {level} CI at each prevalence",read_difference:"The difference along the prevalence.",mean:"mean over the range {mean}",value_there:"{mean}",
caption_unknown:"How {one} and {other} compare over {range} cannot be told from this page.",caption_close:"{one} and {other} are too close to call over {range}.",
caption_close_at:"{one} and {other} are too close to call at {range}.",caption_at:"{one} is ahead of {other} beyond chance at {range}.",caption_everywhere:"{one\
} is ahead of {other} beyond chance everywhere {stretch}.",caption_as_a_whole:"{one} is ahead of {other} over {range} as a whole, at no single prevalence beyond\
 chance.",caption_in_parts:"{one} is ahead of {other} over {range} as a whole, beyond chance in parts of it only.",caption_stretches:"By prevalence: {stretches}\
.",at:"at {low}",from_to:"from {low} to {high}",stretch_ahead:"{one} ahead of {other} beyond chance {stretch}",stretch_behind:"{other} ahead of {one} beyond cha\
nce {stretch}",stretch_close:"too close to call {stretch}",stretch_unknown:"not from this page {stretch}",caption_mean:"{one} minus {other} is {mean} on average\
 over {range}, in {unit} ({level} CI).",caption_value:"{one} minus {other} is {mean} there, in {unit} ({level} CI).",patients:"What happens to the patients?",about:"\
≈ {words}",of_cases:"of {count} {outcome}",of_non_cases:"of {count} non-cases",found_missed:"{found} found, {missed} missed",unnecessary:"{unnecessary} unnece\
ssary {action}",patients_row:"{name} finds {found} with {unnecessary} unnecessary {action}",patients_row_whole:"{name}: {found} found, {missed} missed, {unneces\
sary} unnecessary {action}, {spared} spared",patients_caption:"Of {count} patients at a prevalence of {prevalence}, with {cases} {outcome}: {rows}.",worth:"net \
benefit in {unit}; zero is {zero}",worth_of_share:"{unit}",read_curves:"Values along the horizontal axis.",value:"What is each model worth where the outcome is \
rarer or more common?",recalibrated:"same model, perfectly recalibrated",your_range:"your range, {range}",your_setting:"your setting, {range}",value_one:"{name}\
 {score}",value_caption:"Over {range}: {scores}, in {unit} ({level} CI); {best}.",value_caption_at:"At {range}: {scores}, in {unit} ({level} CI); {best}.",decision:"\
Which model is best, depending on how bad a missed case is?",decision_above:"{worth}; at a prevalence of {prevalence}",decision_axis:"threshold probability: tre\
at at or above this risk; in grey, harm of an unnecessary treatment : harm of a missed case",decision_heading:"at a threshold probability of {threshold} ({ratio\
})",decision_caption:"Net benefit at a prevalence of {prevalence}, from a threshold probability of {low} to {high}.",band:"{level} confidence band",missing:"–",
interval:"{value} ({low} to {high})",ci:"{level} CI",calibration:"Do the risks come true?",calibration_nothing:"There are too few patients to compare risks with\
 what happened.",calibration_above:"observed share of {outcome}, with {level} confidence band; dotted: as many as predicted",calibration_axis:"predicted risk, o\
n a scale of log odds; below, how the risks of {outcome} (up) and of non-cases (down) are spread",observed_expected:"observed/expected {ratio}",non_cases:"non-c\
ases",predicted:"predicted",observed_share:"observed",at_risk:"at a predicted risk of {risk}",read_calibration:"Observed shares from low to high risk; up and do\
wn change the model.",risks_right:"{name}: risks right on average (observed/expected {ratio})",risks_low:"{name}: risks too low on average (observed/expected {r\
atio})",risks_high:"{name}: risks too high on average (observed/expected {ratio})",calibration_caption:"{models}, with {level} CI.",models_forest:"What does eac\
h model add, and what does miscalibration cost it?",adds_now:"adds now",lost:"lost to miscalibration",possible:"a perfect model adds",adds_now_ci:"adds now, wit\
h {level} CI",if_recalibrated:"would add, perfectly recalibrated",more_than_without:"{unit}, more than {without}",forest_line:"adds {adds} of a possible {possib\
le}",forest_line_lost:"loses {lost} to miscalibration",forest_model:"{name} adds {adds} of a possible {possible} and loses {lost} to miscalibration",forest_model_no_loss:"\
{name} adds {adds} of a possible {possible}, and no loss to miscalibration is beyond chance",forest_model_whole:"{name}: adds now {adds}; lost to miscalibration\
 {lost}; a perfect model adds {possible}.",models_caption:"More than {without}: {models}, in {unit} ({level} CI).",groups_forest:"What is each model worth in ea\
ch group?",no_groups:"No group has enough patients to be judged by itself.",no_group:"not estimable",no_group_because:"not estimable: {why}",own_cutoff:"with th\
e group's own cut-off, {level} CI",common_cutoff:"with the common cut-off",net_benefit:"own cut-off",o_e:"O/E",o_e_of:"O/E {ratio}",group_about:"{patients} {cou\
nted}, {positives} {outcome}",group_line:"{group}, {model}: {score} with its own cut-off, {common} with the common one, observed/expected {ratio}.",groups_caption_plain:"\
{count} groups, each with its own interval.",groups_caption_same:"{best} has the highest value in every group.",groups_caption_others:"{best} does not have the \
highest value in {groups}; the intervals say how sure that is.",winner:"Which is best, where?",winner_above:"threshold probability, and harm of an unnecessary t\
reatment : harm of a missed case",no_model_short:"no model better",working:"still being worked out",your_box:"your setting: {prevalence} at {cost}",read_winner:"\
The best choice by prevalence, left and right, and cost, up and down. Enter sets it.",winner_heading:"prevalence {prevalence}, threshold probability {threshold}\
 ({ratio})",winner_confidence:"confidence",winner_pick:"click or Enter: set prevalence and cost to this",winner_caption:"In the middle of your setting, at {prev\
alence} and {ratio}: {best}. Coloured is only where one choice is best beyond chance.",roc:"How many cases are found, at how many false positives?",roc_above:"t\
rue positives: share of {outcome} that are found",roc_axis:"false positives: share of non-cases with unnecessary {action}",roc_point:"treat at or above the scor\
e beside it",roc_ends:"at the ends of your range",auc:"AUC {auc}",read_roc:"True positives at each share of false positives.",roc_finds:"finds {tpr}",roc_heading:"\
at {fpr} of the non-cases",roc_ranks:"{name} has an AUC of {auc}",roc_model:"{ranks} and, at or above {cutoff}, finds {tpr} of the {outcome} with {fpr} of the n\
on-cases",gaps:"Why is a model worth more in one group than in another?",no_gaps:"No groups can be compared.",gaps_note:"Label shift: the outcome is rarer or mo\
re common in the group. Difference at equal prevalence: the model works better or worse there, by its ranking (discrimination) or because risks are off (calibra\
tion). Bars to the left: worth less in the group.",gaps_bars:"Bars and whiskers: difference to the reference with its {level} CI, in {unit}.",gaps_ruler:"this l\
ong: {length}",against:"against",read_gaps:"Differences between groups; left and right go from row to row.",save:"Save",save_this:"Save this figure: {title}",save_svg:"\
Picture, SVG",save_png:"Picture, PNG",copy_figure:"Copy the picture",save_csv:"Numbers, CSV",saved:"Saved {name}.",copied:"Copied {what}.",not_copied:"{what} co\
uld not be copied: the browser does not allow it.",no_picture:"The picture could not be made; save it as SVG.",the_sentence:"the sentence",the_link:"the link",the_figure:"\
the picture",the_figure_as_svg:"the picture as SVG text",gaps_caption:"The largest difference: {model} in {group} against {reference}, {total} {unit}."}};var w=fa;function d(t,e){return t.replace(/\{(\w+)\}/g,(n,o)=>e[o])}var ye=w.digits;function de(t){return`${P(100*t,t<=ye.near_one?ye.percent:ye.percent_near_one)} %`}function W(t){return`${P(100*t,ye.short_percent)} %`}function Y(t){
return`${P(100*t,6)} %`}function Ct(t){return t<=.5?`1:${P((1-t)/t,ye.ratio)}`:`${P(t/(1-t),ye.ratio)}:1`}function pa(t){return Math.abs(t-.5)<1e-9?w.cost.equal:
t<.5?d(w.cost.missed_case_dearer,{times:P((1-t)/t,ye.ratio)}):d(w.cost.treatment_dearer,{times:P(t/(1-t),ye.ratio)})}function B(t){return Number.isFinite(t)?tr(
String(Math.round(t))):w.numbers.missing}function et({value:t,low:e,high:n,error:o=0},{factor:s,digits:r}){let i=s*(n-e)>=ye.least_width_in_last_digits*10**-r?r:
r+1,a=s*Math.max(e,-n);for(;a>0&&Number(me(a,i))===0&&i<r+ye.most_added;)i++;let c=ma(s*o,i);return[t,e,n].map(l=>da(s*l,c))}function ma(t,e){return t>0?Math.min(
e,-Math.floor(Math.log10(t)+1e-9)):e}function da(t,e){if(e>=0)return me(t,e);let n=10**-e;return me(n*Math.round(t/n),0)}function Oe(t,e,n=!1){if(!Number.isFinite(
t?.value))return w.numbers.missing;if(t.coarse)return pn(t);let o=a=>n&&Number(a)>0?`+${a}`:a;if(t.value===0&&t.low===t.high)return"0";if(!Nf(t))return o(me(e.factor*
t.value,e.digits));let[s,r,i]=et(t,e).map(o);return`${s} (${r} to ${i})`}function pn({error:t}){return t===1/0?w.page.shift.no_world:w.numbers.not_from_this_page}
function Nf({low:t,high:e}){return Number.isFinite(t)&&Number.isFinite(e)&&t!==e}function wo(t){if(!t||t.value===null)return w.numbers.missing;let e=n=>me(n,ye.
measure);return t.low===null||t.high===null?e(t.value):`${e(t.value)} (${e(t.low)} to ${e(t.high)})`}function mn(t){let{more:e,less:n}=w.numbers,o=w.constants.nearly_certain,
s=r=>me(100*r,ye.confidence);return t>o?`${e} ${s(o)} %`:t<1-o?`${n} ${s(1-o)} %`:`${s(t)} %`}function Pt(t,e=0){if(e>0)return`${P(t,2)} (fitted, standard error\
 ${P(e,2)})`;let n={0:" (covariate shift)",1:" (label shift)"}[t]??"";return`${P(t,6)}${n}`}function ga({value:t,probability:e,prevalence:n,source:o,over:s,shift:r,
observed:i,notShifted:a}){let c=Math.abs(t-e)<=1e-9*Math.max(t,e)?"same":"differs",l=r<1?{shift:Pt(r),observed:W(i)}:{},u=d(r<1?w.shift[`threshold_${c}`]:w.threshold[c],
{...l,probability:W(e),cutoff:W(t),source:W(o),prevalence:W(n),median:s==="prevalence"||s==="both"?w.threshold.median:""}),h=W(a);return r<1||h===W(t)?u:`${u} ${d(
w.threshold.not_shifted,{cutoff:h})}`}function va(t){if(!t)return w.numbers.missing;if(t.coarse)return pn(t);let e=100*(t.high-t.low)<ye.least_width_in_last_digits*
10**-ye.rate,[n,o,s]=ba(t,100,ye.rate+Number(e));return`${n} % (${o} to ${s})`}function wa(t){if(t.coarse)return pn(t);let[e,n,o]=ba(t,1,ye.per_1000_at_threshold);
return`${e} (${n} to ${o})`}function ba({value:t,low:e,high:n,error:o=0},s,r){let i=ma(s*o,r);return[t,e,n].map(a=>da(s*a,i))}var bo="–";function nr(t){return t.
replace(/-(?=\d)/g,"−").replaceAll(" %"," %")}function _a(t,e,n=!1){return Number.isFinite(t)?_o({value:t,low:t,high:t},e,n):bo}function _o(t,e,n=!1){return Number.
isFinite(t?.value)?nr(Oe(t,e,n)):bo}function Ve(t){return nr((t<0?"-":"")+tr(String(Math.abs(Number(t.toPrecision(6))))))}function R(t){if(!Number.isFinite(t))return bo;
let e=100*t,n=Math.min(Math.abs(e),Math.abs(100-e)),o=n===0||n>=9.95?0:n>=.995?1:n>=.0995?2:3;return nr(`${Number(e.toFixed(o))} %`)}function ct(t){let e=t/(1-t);
if(!Number.isFinite(e)||e<=0)return bo;let[n,o]=e<=1?[1,1/e]:[e,1],s=r=>String(r>=9.95?Math.round(r):Number(r.toPrecision(2)));return`${s(n)}:${s(o)}`}function xa(t,e){
let[n,o]=t.map(e);return n===o?n:`${n} to ${o}`}var yt=t=>xa(t,R),xo=t=>xa(t,ct);var Ce=w.names.treat_all,We=w.names.treat_none,$=w.names.without_a_model,kt=[Ce,We,$],dn=[Ce,We],$f=/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;
function le(t){return String(t).replace($f," ").trim()||"(no name)"}function Mt(t){return/[\u0590-\u08ff\ufb1d-\ufefc]/.test(t)?`⁨${t}⁩`:t}function q(t){return Mt(
le(t))}function M(t){return Math.log(t)-Math.log1p(-t)}function N(t){let e=Math.exp(-Math.abs(t));return(t>=0?1:e)/(1+e)}function Vt(t){return t>0?t+Math.log1p(Math.exp(
-t)):Math.log1p(Math.exp(t))}function y(t,e,n){return t<e?e:t>n?n:t}function gn(t){let e=new Float64Array(t),n=new Float64Array(t);for(let o=0;o<t;o++){let s=Math.
cos(Math.PI*(o+.75)/(t+.5)),r=1;for(let i=0;i<100;i++){let a=1,c=s;for(let u=2;u<=t;u++)[a,c]=[c,((2*u-1)*s*c-(u-1)*a)/u];r=t*(s*c-a)/(s*s-1);let l=c/r;if(s-=l,
Math.abs(l)<1e-16)break}e[o]=s,n[o]=2/((1-s*s)*r*r)}return{nodes:e,weights:n}}function ge(t,e){if(t===e)return t;let n=Math.sqrt(t/(1-t)*(e/(1-e)));return n/(1+
n)}function vn(t,e,n,o){let[s,r]=[e,n],[i,a]=[t(s),t(r)];for(let c=0;c<60&&r-s>o;c++){let l=(s*a-r*i)/(a-i),u=t(l);if(u===0||Math.abs(u)<1e-12)return l;u<0?([s,
i]=[l,u],a/=2):([r,a]=[l,u],i/=2)}return(s+r)/2}var ya={weighted:!1,prices:(t,e)=>[N(t),Math.exp(e)*N(-t)],priceSlopes:t=>[N(-t),-N(t)],costMovesSlopes:!1},ka={weighted:!0,prices:(t,e)=>[N(t-e),N(e-t)],priceSlopes:(t,e)=>[
N(e-t),-N(t-e)],costMovesSlopes:!0},Rf=[{name:"net benefit",label:"net benefit",zero:We,usesCost:!0,...ya},{name:"per 1,000",label:"net benefit per 1,000",zero:We,
usesCost:!0,...ya},{name:"weighted accuracy",label:"weighted accuracy",zero:null,usesCost:!0,...ka},{name:"accuracy",label:"accuracy",zero:null,usesCost:!1,overCosts:"\
per 1,000",...ka}],Hn=Rf.map(t=>({overCosts:t.name,...t,scale:w.units[t.name]})),yo="per 1,000",If=new Map(Hn.map(t=>[t.name,t]));function D(t){return If.get(t)}
function Ot(t,e){return D(t).usesCost?e.map(M):[0,0]}var{page:or}=w,Aa=t=>t.replace(/[^a-z0-9]+/g,"-");function Un(t){try{return encodeURIComponent(t)}catch{return encodeURIComponent(t.replace(/[\ud800-\udfff]/g,"\
�"))}}function ko(t,e){let n=e.find(o=>Un(o)===t);if(n!==void 0)return n;try{let o=decodeURIComponent(t);return e.find(s=>s===o)}catch{return}}var wn=t=>String(
Number(t.toPrecision(12)));function Cf(t){return t<=.5?`1:${wn((1-t)/t)}`:`${wn(t/(1-t))}:1`}function To(t){let[e,n,...o]=t.split(":").map(s=>s.trim()===""?NaN:
Number(s));return o.length>0?NaN:n===void 0?e:e/(e+n)}var Sa=([t,e],n)=>t===e?n(t):`${n(t)}..${n(e)}`;function Ma(t,e){let n=t.split("..").map(e);if(!(n.length>
2||!n.every(o=>o>0&&o<1)))return[Math.min(...n),Math.max(...n)]}var Mo=(t,e)=>t===e||t!==null&&e!==null&&t.every((n,o)=>Math.abs(n-e[o])<=1e-11*n),Oo=(t=[],e=[])=>t.
length===e.length&&t.every((n,o)=>n===e[o]);function Na(t={},e={}){let n=Object.keys(t);return n.length===Object.keys(e).length&&n.every(o=>Math.abs(t[o]-e[o])<=
1e-11)}function bn(t,e){return Mo(t.prevalence,e.prevalence)&&Mo(t.cost,e.cost)&&["shift","units","group","margin","against"].every(n=>(t[n]??null)===(e[n]??null))&&
Oo(t.models,e.models)&&Oo(t.recalibrated,e.recalibrated)&&Na(t.sources,e.sources)}function $a(t,e){let n=Object.entries(t.sources??{}),{margin:o=null,against:s=null}=t;
return[[!Mo(t.prevalence,e.prevalence),()=>`prevalence=${Ff(t)}`],[!Mo(t.cost,e.cost),()=>`cost=${Sa(t.cost,Cf)}`],[t.shift!==e.shift,()=>`shift=${wn(t.shift)}`],
[t.units!==e.units,()=>`units=${Aa(t.units)}`],[t.group!==e.group,()=>t.group===null?"everyone":`group=${Un(t.group)}`],[!Oo(t.models,e.models),()=>`models=${Oa(
t.models)}`],[o!==(e.margin??null),()=>`margin=${o===null?Ft:wn(o)}`],[!Na(t.sources,e.sources),()=>`sources=${n.map(Pf).join(",")||Ft}`],[!Oo(t.recalibrated,e.
recalibrated),()=>`recalibrated=${Oa(t.recalibrated??[])||Ft}`],[s!==(e.against??null),()=>`against=${s===null?Ft:Un(s)}`]].filter(([i])=>i).map(([,i])=>i()).join(
"&")}var Ft="none",Oa=t=>t.map(Un).join(","),Pf=([t,e])=>`${Un(t)}:${wn(e)}`,Ff=({prevalence:t})=>t===null?"own":Sa(t,wn);function Lf(t){let e=new Map;for(let n of t.
replace(/^#/,"").split("&")){let[o,...s]=n.split("=");e.has(o)||e.set(o,s.join("="))}return e.delete(""),e}function Ta(t,e,n){let o=t.split(",").map(r=>ko(r,e)),
s=e.filter(r=>o.includes(r));return s.length>0&&o.includes(void 0)&&n(),s.length>0?s:void 0}function Wf(t,e){if(t===Ft)return{};let n=t.replace(/%3a(?=[\d.]+(,|$))/gi,
":").split(",").map(o=>{let[s,r=""]=o.split(":");return[ko(s,e),Ia(r)]});if(!n.some(([o,s])=>o===void 0||!(s>0&&s<1)))return Object.fromEntries(n)}function Df(t,e){
let n=t.trim()===""?NaN:Number(t);if(n>=0&&n<=1)return e!==null&&Math.abs(n-e)<=1e-11?e:n}function jf(t){if(t===Ft)return null;let e=t.trim()===""?NaN:Number(t);
return e>=0&&e<1e3?e:void 0}function Bf({models:t,groups:e,own:n}){let o=e.filter(({estimable:s})=>s).map(({name:s})=>s);return{prevalence:s=>s==="own"?null:Ma(
s,Ia),cost:s=>Ma(Hf(s),To),units:s=>Hn.find(({name:r})=>Aa(r)===s)?.name,group:s=>ko(s,o),everyone:()=>null,models:(s,r)=>Ta(s,t,r),shift:s=>Df(s,n.shift),margin:jf,
sources:s=>Wf(s,t),recalibrated:(s,r)=>s===Ft?[]:Ta(s,t,r),against:s=>s===Ft?null:ko(s,[...t,...kt])}}function Ra(t,e,n=[]){let{own:o,limits:s}=e,r={...o},i=Bf(
e);for(let[a,c]of Lf(t)){let l=Object.hasOwn(i,a),u=()=>n.push(zf(a,l)),h=l?i[a](c,u):void 0,f=a==="everyone"?"group":a;h===void 0?u():r[f]=h}return r.prevalence=
Ea("prevalence",r.prevalence,s,de,n),r.cost=Ea("cost",r.cost,s,Ct,n),r}function zf(t,e){return e?or.address[t]:d(or.address.unknown,{name:qf(t)})}function qf(t){
let e=Array.from(t);return e.length>20?`${e.slice(0,20).join("")}…`:t}function Ea(t,e,n,o,s){let[r,i]=n[t];return e===null||e.every(a=>a>=r*(1-1e-11)&&a<=i*(1+
1e-11))?e:(s.push(d(or.address[`${t}_outside`],{low:o(r),high:o(i)})),e.map(a=>y(a,r,i)))}var Hf=t=>t.replace(/%3a/gi,":");function Ia(t){let e=t.replace(/%(25)?$/,
"");return e.trim()===""?NaN:e===t?Number(t):Number(e)/100}function sr(t){if(t===null)return w.prevalence.observed;let[e,n]=t;return e===n?de(e):`${de(e)} to ${de(n)}`}function ve(t,e){let n=t.split(/\{(\w+)\}/).map((s,r)=>r%
2===0?s:e[s]),o=[];for(let s of n.flat(1/0))typeof s!="string"?o.push(s):typeof o.at(-1)=="string"?o.push(o.pop()+s):s!==""&&o.push(s);return o}function rr(t){return t.
map(e=>typeof e=="string"?e:e.text).join("")}function lt({names:t}){return t??{outcome:"cases",one_outcome:"case",action:"treatments",one_action:"treatment",title:null}}
function Pa(t,{names:e,range:n,costs:o,deployment:s,byTreated:r=!1}){let{verdict:i}=w,a=D(t.units),c=d(a.scale.found,e),l=t.study?s:{prevalence:null,cost:null},
u=n[0]===n[1],h=l.prevalence?.median??ge(...n);return{names:e,percent:W,where:Uf(t,{names:e,range:n,costs:o,own:l,usesCost:a.usesCost}),command:Kf(t),tellsCounts:!a.
weighted,ends:(f,p)=>{let[m,g,v]=et(f,a.scale);return{value:m,low:g,high:v,level:Y(p),found:c}},possible:f=>me(a.scale.factor*f,a.scale.digits),exchange:(f,p,m)=>{
let g=r&&t.study?i.exchange_by_weights:i.exchange,v=u?g:i.exchange_at_median,_=Zf(p,m,e);return _&&d(v,{other:f,median:W(h),..._})}}}function Uf(t,{names:e,range:n,
costs:o,own:s,usesCost:r}){let{where:i}=w.verdict,a=l=>({control:"prevalence",text:l}),c=Gf(o,{names:e,own:s.cost,usesCost:r});return s.prevalence&&!Fa(s.prevalence)?
ve(i.distribution,{prevalence:a(s.prevalence.text),cost:c}):t.prevalence===null?ve(i.observed,{prevalence:a(W(n[0])),cost:c}):ve(i.share,{prevalence:a(sr(n)),cost:c})}
function Gf([t,e],{names:n,own:o,usesCost:s}){let{cost:r}=w.verdict,i=c=>({control:"cost",text:c});if(!s)return[r.alike];if(o&&!Fa(o))return ve(r.distribution,{
times:i(o.text)});if(t>Vf)return ve(r.treating,{...n,times:i(Ca(t/(1-t),e/(1-e)))});let a=Ca((1-e)/e,(1-t)/t);return ve(a==="1"?r.missing_one:r.missing,{...n,times:i(
a)})}var Vf=.5*(1+1e-9),Fa=({kind:t})=>t==="value"||t==="LogOddsUniform";function Ca(t,e){let[n,o]=[t,e].map(s=>P(s,w.digits.ratio));return t===e?n:d(w.verdict.
range,{low:n,high:o})}function Kf({prevalence:t,cost:e,shift:n}){let{command:o,command_observed:s,command_shift:r}=w.verdict,i=o+(n===1||n===null?"":d(r,{shift:P(
n,6)})),a=(c,l)=>[...new Set(c.map(l))].join("..");return d(t===null?s:i,{prevalence:t&&a(t,c=>de(c).replace(" ","")),cost:a(e,Ct)})}function Zf(t,e,n){let o=(i,a)=>{
let c=(t.error?.[a]??0)+(e.error?.[a]??0);return c>.5?null:Yf(i,t[a]-e[a],c,n)},[s,r]=[o("found","truePositives"),o("treated","falsePositives")];return s&&r&&{found:s,
treated:r}}function Yf(t,e,n,o){let s=Math.abs(e)<w.constants.whole_counts_from&&n<=.05,r=me(Math.abs(e),s?1:0),i=Number(r)===0?"same":e>0?"more":"fewer";return d(
w.verdict[`${t}_${i}`],{...o,count:r})}var ir=[.9999999999998099,676.5203681218851,-1259.1392167224028,771.3234287776531,-176.6150291621406,12.507343278686905,-.13857109526572012,9984369578019572e-21,
15056327351493116e-23];function cr(t){let e=t+6.5,n=ir[0];for(let o=1;o<ir.length;o++)n+=ir[o]/(t+o-1);return .5*Math.log(2*Math.PI)+(t-.5)*Math.log(e)-e+Math.log(
n)}function Jf(t,e){return e!==.5||t<30?cr(t+e)-cr(t):.5*Math.log(t)-1/(8*t)+1/(192*t**3)-1/(640*t**5)+17/(14336*t**7)}function La(t,e,n){let s=1,r=1-(t+e)*n/(t+
1);r=1/(Math.abs(r)<1e-300?1e-300:r);let i=r;for(let a=1;a<=1e4;a++){for(let c of[a*(e-a)*n/((t+2*a-1)*(t+2*a)),-(t+a)*(t+e+a)*n/((t+2*a)*(t+2*a+1))])r=1+c*r,r=
1/(Math.abs(r)<1e-300?1e-300:r),s=1+c/s,s=Math.abs(s)<1e-300?1e-300:s,i*=s*r;if(Math.abs(s*r-1)<1e-15)break}return i}function Xf(t,e,n,o){if(n<=0)return 0;if(o<=
0)return 1;let s=Math.exp(Jf(t,e)-cr(e)+t*Math.log1p(-o)+e*Math.log(o));return n<(t+1)/(t+e+2)?s*La(t,e,n)/t:1-s*La(e,t,o)/e}var Qf=1e5;function Ao(t){let e=t*t/
2;if(e<1.5){let o=t/Math.sqrt(2*Math.PI),s=o;for(let r=1;Math.abs(o)>1e-18*Math.abs(s);r++)o*=-e/r,s+=o/(2*r+1);return .5-s}let n=0;for(let o=400;o>=1;o--)n=o/(t+
n);return Math.exp(-e)/Math.sqrt(2*Math.PI)/(t+n)}function lr(t,e){if(e>Qf)return Ao(t*(1-1/(4*e))/Math.sqrt(1+t*t/(2*e)));let n=t*t/(e+t*t);return .5*Xf(e/2,.5,
1-n,n)}function Gn(t,e){let n=lr(Math.abs(t),e);return t>0?1-n:n}function ut(t,e){let n=(1-e)/2;return t<Da?ur(t,n):(ar.has(n)||ar.set(n,ep(n)),tp(ar.get(n),1/t))}
function Wa(t,e){return ur(t,(1-e)/2)}function ur(t,e){let n=2;for(;lr(n,t)>e;)n*=2;let o=Math.log(e);return vn(s=>o-Math.log(lr(s,t)),n===2?0:n/2,n,1e-14*n)}var Da=4,
Eo=24,ar=new Map;function ep(t){let e=Array.from({length:Eo},(n,o)=>(1-Math.cos(Math.PI*(o+.5)/Eo))/(2*Da));return{nodes:e,values:e.map(n=>ur(1/n,t))}}function tp({
nodes:t,values:e},n){let o=0,s=0;for(let r=0;r<Eo;r++){let i=n-t[r];if(i===0)return e[r];let a=(r%2?-1:1)*Math.sin(Math.PI*(r+.5)/Eo)/i;o+=a*e[r],s+=a}return o/
s}var{shares:np,effects:op}=w.page.shift,[sp,rp]=[.001,.25],ip=1.959963984540054,ap=1e9;function ja({gamma:t,standard_error:e,degrees_of_freedom:n},{shift:o,prevalence:s}){
return e===0||s===null||(o??t)!==t?0:(e*(ut(n??ap,.95)/ip))**2}function Ba({gamma:t,standard_error:e},n){let o=Math.min(Math.max(e,sp),rp),[s,r]=[Math.max(0,t-o),
Math.min(1,t+o)];return(n(r)-n(s))/(r-s)}function za(t,e){return["gamma","standard_error","degrees_of_freedom"].every(n=>t[n]===e[n])}var qa=t=>t===0?"none":t===
1?"all":"some";function So(t){return d(np[qa(t)],{percent:P(100*t,3)})}function Ha(t){return op[t===null?"some":qa(t)]}function Ua(t,e,n,o){if(n.prevalence===null)
return null;let s=t.map(r=>(n.shift??r.gamma)===r.gamma?Pt(r.gamma,r.standard_error):Pt(n.shift));return s.every(r=>r===Pt(1))?null:new Set(s).size===1?s[0]:o(e.
map((r,i)=>d(w.shift.opening_one,{model:r,shift:s[i]})))}var{constants:Kn,verdict:V}=w,{shift:Ga}=w.page,hr=Kn.prevalences_compared;function Va(t){let{best:e,runnerUp:n,model:o,rivals:s,coarse:r}=t.judgement,i={...t.judgement,
difference:Vn(t,e,n),added:Vn(t,o,$),possible:t.possible,nonInferior:t.margin===null||e===$||r?[]:s.filter(a=>lp(Vn(t,e,a),t.margin)),outside:up(t),flips:r?[]:Op(
e,t)};return i.withinError=!r&&cp(i),{...i,...hp(i,t)}}function Vn({compare:t,together:e},n,o){let{value:s,low:r,high:i,error:a=0}=e(n,o);return{value:s,low:r,high:i,
error:a,coarse:t(n,o).coarse??!1}}function cp({decided:t,difference:e,added:n,betterThanWithout:o}){let s=({low:r,error:i})=>r>Kn.a_tie&&r-i<=Kn.a_tie;return o.
length===0?s(n):!t&&s(e)}var lp=({high:t,error:e},n)=>t+e<n;function up({state:t,observed:e}){return t.prevalence!==null&&(t.prevalence[1]<e.low||t.prevalence[0]>
e.high)}function hp(t,e){let n=fr(t,e);if(t.coarse)return{sentence:n,text:rr(n)};let o=t.betterThanWithout.length===0?wp:t.decided?gp:vp,s=[rr(n),...o(t,e),...xp(
t,e),...yp(t,e)];return t.withinError&&s.push(V.within_error),e.adjusts&&s.push(d(V.together,{count:e.count})),{sentence:n,text:[...s,...kp(t,e)].join(" ")}}function fr(t,e){
return(t.coarse?dp:t.betterThanWithout.length===0?mp:t.decided?fp:pp)(t,e)}var pr=({best:t,runnerUp:e})=>t===$?e:t,Zn=t=>({control:"best",text:t}),mr=t=>({control:"\
other",text:t});function fp({best:t,runnerUp:e},n){let{where:o}=n.phrases,s=No(n,t,e);return e===$?ve(V.use_alone,{best:Zn(t),where:o,...s,...Ya(n)}):ve(V.use,{
best:Zn(t),where:o,other:mr(e),...s})}function pp({best:t,tied:e},n){let{where:o}=n.phrases,s=Ka(e,n).map((i,a)=>d(a===0?V.difference:V.further_difference,{one:t,
other:i,...No(n,t,i)})),r=e.map((i,a)=>a===0?Zn(i):a===1?mr(i):i);return ve(V.too_close,{models:Mp(r),where:o,differences:Te(s)})}function mp(t,e){let n=pr(t),o=e.
names.length>1?V.no_model:V.not_the_model,s=No(e,n,$);return ve(o,{where:e.phrases.where,model:Zn(n),...s})}function dp(t,{phrases:{where:e,command:n},least:o,state:s}){
if(t.worldless.length>0){let a=s.shift===null?Ga.shares.by_model:So(s.shift);return ve(Ga.no_world_sentence,{where:e,models:Te(t.worldless),shift:a})}let r=pr(t),
i=t.betterThanWithout.length===0?$:t.runnerUp;return ve(V.coarse,{where:e,command:n,least:String(o),one:Zn(r),other:i===$?V.without:mr(i)})}function gp({best:t,
runnerUp:e},n){return[...e===$?[]:Za(V.over_default,t,n),...bp(t,e,n)]}function vp({best:t,tied:e,betterThanWithout:n},o){let s=[...Ja(t,Ka(e,o),o),V.what_else];
n.includes(t)&&s.push(...Za(V.best_over_default,t,o));let r=e.filter(i=>!n.includes(i));if(r.length>0){let i=r.length===1?V.not_shown_better:V.none_shown_better;
s.push(d(i,{models:Te(r)}))}return s}function wp(t,e){return[...Ja(pr(t),[$],e),..._p(e)]}function Ka([t,...e],n){return e.slice(0,Kn.ties_told_one_by_one).filter(
s=>!n.compare(t,s).coarse)}function Za(t,e,n){return n.compare(e,$).coarse?[]:[d(t,{best:e,...No(n,e,$),...Ya(n)})]}var Ya=({possible:t,phrases:e})=>({possible:e.
possible(t)});function bp(t,e,{doneBy:n,phrases:o}){let s=e===$?V.without:e,r=o.tellsCounts&&o.exchange(s,n(t),n(e));return r?[r]:[]}function _p({range:t,costs:e,
phrases:n}){if(e[0]!==e[1])return[];let o=e[0],s=t[0]>=o?"all":t[1]<o?"none":"both";return[d(V[`without_is_${s}`],{threshold:n.percent(o)})]}function Ja(t,e,n){
let{margin:o}=n,s=({low:i,error:a})=>i-a>0,r=e.filter(i=>s(Vn(n,t,i)));return o===null||r.length===0?[]:[d(V.below_margin,{best:t,others:Te(r),margin:Xa(o)})]}function xp({
best:t,nonInferior:e},{margin:n}){if(e.length===0)return[];let o=e.length===1?V.non_inferior:V.all_non_inferior;return[d(o,{models:Te(e),best:t,margin:Xa(n)})]}
function yp({best:t,flips:e},{phrases:{percent:n}}){let o=e.filter(({beyondChance:s})=>s).map(({ahead:s,low:r,high:i})=>d(V.flip,{ahead:s,low:n(r),high:n(i)}));
return o.length>0?[d(V.flips,{best:t,flips:Te(o)})]:[]}function kp(t,{observed:e,shifts:n,phrases:{percent:o}}){if(!t.outside)return[];let{everyone:s,groups:r}=e,
{outside:i,outside_groups:a}=n===null?V:w.shift;if(r.length===0)return[d(i,{observed:o(s),shifts:n})];let[c,l]=[Math.min(...r),Math.max(...r)].map(o);return[d(a,
{observed:o(s),low:c,high:l,shifts:n})]}function No(t,e,n){return t.phrases.ends(Vn(t,e,n),t.level)}var Xa=t=>P(1e3*t,6);function Te(t){return t.length<2?t.join(
""):[t.slice(0,-1).join(V.comma),t.at(-1)].join(V.and)}function Mp(t){return t.flatMap((e,n)=>[...n===0?[]:[n===t.length-1?V.and:V.comma],e])}function Op(t,{names:e,
state:n,level:o,margin:s,valueAt:r,lead:i}){let a=n.prevalence,c=!D(n.units).usesCost||n.cost[0]===n.cost[1];if(a===null||a[0]===a[1]||!e.includes(t)||e.length<
2||!c)return[];let[l,u]=a.map(M),h=v=>y(N(l+(u-l)*v/(hr-1)),a[0],a[1]),f=[];for(let v=0;v<hr;v++)f.push(Tp(e,t,_=>r(_,h(v))));let p=f.map((v,_)=>_).filter(v=>v===
0||f[v]!==f[v-1]),m=p.map((v,_)=>({ahead:f[v],ends:[h(v),h((p[_+1]??hr)-1)]})).filter(({ahead:v})=>v!==t),g=1-(1-o)/Math.max(e.length-1,m.length,1);return m.map(
({ahead:v,ends:_})=>{let x=i(v,t,_),k=x.at(g).low-(x.error??0)>0&&x.value>=(s??0),S=_[0]<_[1]&&k;return{ahead:v,low:_[0],high:_[1],confidence:x.confidence(),beyondChance:S}})}
function Tp(t,e,n){let o=t.map(n),s=Math.max(...o);return n(e)>=s-Kn.a_tie?e:t[o.indexOf(s)]}var{constants:Lt,before:te,digits:Ep}=w,Qa=1.1;function oc(t){if(t.verdict.coarse)return ec(t);let e=ec(t);for(let n of[Ap,Np,Rp,tc,Ip,nc,Cp,$p])e.some(({kind:s})=>s.
startsWith("recalibration"))&&(n===tc||n===nc)||e.push(...n(t));return e.slice(0,Lt.lines_before)}var ht=(t,e,n=[],o=[])=>({kind:t,text:e,models:n,action:o[0]??
null,actions:o}),$o=({best:t,runnerUp:e})=>t===$?e:t,Yn=({models:t},e)=>t.find(n=>n.name===e),sc=({state:t},e)=>(t.recalibrated??[]).includes(e),rc=({state:t},e)=>t.
sources?.[e];function ec(t){let{recalibrated:e=[],sources:n={}}=t.state,o=(s,r)=>[{text:d(te.undo,{model:s}),change:r}];return[...e.map(s=>{let r=e.filter(a=>a!==
s),i=d(te.is_recalibrated,{model:s});return ht("is_recalibrated",i,[s],o(s,{recalibrated:r}))}),...Object.entries(n).map(([s,r])=>{let{[s]:i,...a}=n,c=d(te.is_calibrated_to,
{model:s,prevalence:de(r)});return ht("is_calibrated_to",c,[s],o(s,{sources:a}))})]}function dr(t,e){if(sc(e,t)||rc(e,t)!==void 0)return[];let{recalibrated:n=[],
sources:o={}}=e.state,r=[{text:d(te.recalibrate,{model:t}),change:{recalibrated:[...n,t]}}],i=Yn(e,t).observedExpected;if(ic(i)){let{impliedSource:a}=Yn(e,t);if(a){
let c=d(te.take_as_calibrated_to,{model:t,prevalence:de(a)});r.push({text:c,change:{sources:{...o,[t]:a}}})}}return r}function Ap(t){let e=$o(t.verdict),n=t.models.
filter(({recalibratedAdded:u})=>u),o=n.find(({name:u})=>u===e);if(!o)return[];let s=n.reduce((u,h)=>h.recalibratedAdded.value>u.recalibratedAdded.value?h:u),[r,
i]=[s.recalibratedAdded,o.recalibratedAdded],a=Math.max(t.state.margin?t.state.margin/1e3:0,Lt.a_tie);if(s===o||r.value-i.value<=a||!Sp(s.name,e,r,i,t))return[];
let c=d(te.turns,{model:s.name,value:et(r,t.scale)[0],best:e,other_value:et(i,t.scale)[0]}),l=[...gr(s,t),c].join(" ");return[ht("recalibration_turns",l,[s.name,
e],dr(s.name,t))]}function Sp(t,e,n,o,{recalibratedLead:s}){let r=s?.(t,e);if(r)return!r.coarse&&r.low-(r.error??0)>0;let i=Math.hypot(n.value-n.low,o.high-o.value);
return n.value-o.value-i-(n.error??0)-(o.error??0)>0}function tc(t){let e=Yn(t,$o(t.verdict)),{added:n,recalibratedAdded:o,lossCorrected:s}=e??{};if(!o||!n||n.coarse||
o.coarse||!(s?.low-(s?.error??0)>0))return[];let r=t.state.margin?t.state.margin/1e3:0,i=Math.max(Lt.worth_recalibrating*Math.max(n.value,0),r,Lt.a_tie);if(o.value-
n.value<=i)return[];let a=d(te.gains,{model:e.name,value:et(o,t.scale)[0],now:et(n,t.scale)[0]}),c=[...gr(e,t),a].join(" ");return[ht("recalibration",c,[e.name],
dr(e.name,t))]}function nc(t){let e=Yn(t,$o(t.verdict)),[n]=e?gr(e,t):[];return n?[ht("calibration",`${n} ${te.advice}`,[e.name],dr(e.name,t))]:[]}function ic(t){
return!!t&&(t.low>Qa||t.high<1/Qa)}function gr({name:t,observedExpected:e},n){if(!ic(e)||sc(n,t)||rc(n,t)!==void 0)return[];let o=Math.max(e.value,1/e.value);return[
d(o>=Lt.told_in_times?te.off_times:te.off,{model:t,times:P(o,2),how:e.value<1?te.high:te.low,ratio:me(e.value,Ep.slope)})]}function Np({verdict:{best:t},models:e,
groups:n}){if(t===$)return[];let o=new Set,s=n.flatMap(c=>{let l=e.map(({name:f})=>f).filter(f=>f!==t&&ac(c,f,t));if(l.length===0)return[];let u=f=>c.together(f,
t).low,h=l.reduce((f,p)=>u(p)>u(f)?p:f);return o.add(h),[d(te.group_lead,{group:c.name,model:h,best:t})]});if(s.length===0)return[];let r=Lt.groups_told,i=s.length>
r?[d(te.more_groups,{number:s.length-r})]:[],a=d(te.groups_disagree,{leads:Te([...s.slice(0,r),...i])});return[ht("groups",a,[...o,t])]}function $p({verdict:{best:t,
decided:e},models:n,groups:o}){let s=n.map(({name:c})=>c).filter(c=>c!==t);if(t===$||!e||o.length<2||s.length===0)return[];if(!o.every(c=>s.every(l=>ac(c,t,l))))
return[];let[r,...i]=o.map(({name:c})=>c),a=o.length>Lt.groups_told?d(te.groups_agree_all,{best:t,count:o.length}):d(te.groups_agree,{best:t,groups:Te([r,...i.map(
c=>te.in_group+c)])});return[ht("groups_agree",a,[t])]}function ac(t,e,n){let{low:o,error:s=0,coarse:r=!1}=t.together(e,n);return!r&&o-s>Lt.a_tie}function Rp({verdict:t,
prevalence:e,shifts:n}){if(!t.outside)return[];let o=n===null?te.outside:w.shift.before_outside;return[ht("outside",d(o,{observed:W(e),shifts:n}))]}function Ip({
clusters:t}){if(!t)return[];let{column:e,share:n}=t;return[ht("clusters",d(te.clusters,{column:e,share:W(n)}))]}function Cp(t){let{verdict:e,state:n}=t,o=n.prevalence,
s=Yn(t,$o(e));if(!s||o===null||o[0]===o[1]||e.betterThanWithout.length===0)return[];let r=c=>W(s.cutoff.at(c)),i=n.study?s.cutoff.prevalence:ge(...o);if(r(o[0])===
r(o[1]))return[];let a=d(t.shifts===null?te.cutoff_label_shift:te.cutoff,{model:s.name,highest:r(o[0]),middle:r(i),lowest:r(o[1]),low:de(o[0]),median:W(i),high:de(
o[1])});return[ht("cutoff",a,[s.name])]}var{constants:cc}=w,Pp=.005;function lc({names:t,compare:e,isAhead:n,worldless:o=[]}){let s=Fp(t,e),[r,i]=s,a=r===$?i:r,c=t.filter(m=>n(m,$)),l=s.slice(1).filter(
m=>m!==$),u=c.includes(r)?[]:c,h=[r,...l.filter(m=>u.includes(m)||!n(r,m))],f=c.length===0?[a,$]:[r,i],p=o.length>0||!!e(...f).coarse;return{ranked:s,best:r,runnerUp:i,
model:a,rivals:l,tied:h,betterThanWithout:c,coarse:p,worldless:o,decided:!p&&h.length===1&&(r===$||c.includes(r)),noneCanBeBetter:t.every(m=>{let{low:g,high:v,error:_=0}=e(
m,$);return v+(_>Pp*(v-g)?_:0)<=cc.a_tie})}}function Fp(t,e){let n=new Map(t.map(r=>[r,e(r,$).value])),o=[...t].sort((r,i)=>n.get(i)-n.get(r)),s=o.filter(r=>n.get(
r)>cc.a_tie);return[...s,$,...o.slice(s.length)]}function Tt({best:t,tied:e,betterThanWithout:n,decided:o,coarse:s,noneCanBeBetter:r}){return s?{kind:"coarse",model:null,
tied:e}:n.length===0?{kind:"none",model:null,tied:e,settled:o||!!r}:o?{kind:"use",model:t,tied:e}:{kind:"close",model:null,tied:e}}var Lp="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",Wp=new Map([...Lp].map((t,e)=>[t,e])),Dp=new Set(["x","y"]);function Et(t,e=!1){let n=[],
[o,s,r]=[0,1,0];for(let i of t){let a=Wp.get(i);if(o+=(a&31)*s,s*=32,a>=32)continue;let c=o%2===1?-(o-1)/2:o/2;r=e?r+c:c,n.push(r),[o,s]=[0,1]}return n}function uc(t){
return vr.has(t)||vr.set(t,jp(t)),vr.get(t)}function jp({unit:t=1,...e}){let n=Object.entries(e).map(([o,s])=>{let r=typeof s=="string"?Et(s,Dp.has(o)):s;return[
o,t>1&&Bp.has(o)?r.map(i=>i*t):r]});return Object.fromEntries(n)}var Bp=new Set(["x","s","y","t"]),vr=new WeakMap;var zp=[["x",1e4],["s",1e4],["y",1e4],["t",1e4],["r",100],["n",1],["w",1],["q",1]],fc=uc,he=Math.sqrt(3),qp=201,_n=class t{constructor(e){this.length=e.reduce((n,o)=>n+
o.n.length,0);for(let[n,o]of zp)this[n]=this.#e(e,n,o);this.weight=wr(this.w),this.squares=wr(this.q),this.patients=wr(this.n),this.size=this.squares>0?this.weight**
2/this.squares:0,this.sample=Up(this.n,this.patients),this.nodes=Ro(this.x,this.s),this.otherNodes=this.y&&Ro(this.y,this.t),this.raw=this}#e(e,n,o){let s=a=>a[n]??
(n==="w"||n==="q"?a.n:null);if(e.some(a=>s(a)===null))return null;let r=new Float64Array(this.length),i=0;for(let a of e)r.set(s(a),i),i+=s(a).length;if(o>1)for(let a=0;a<
r.length;a++)r[a]/=o;return r}recalibrated([e,n=null]){if(e===null&&n===null)return this;let[o,s]=hc(this.x,this.s,e),[r,i]=this.y?hc(this.y,this.t,n):[null,null],
a=Ro(o,s),c=r&&Ro(r,i),l={x:this.x,s:this.s,y:this.y,t:this.t},u=Object.assign(Object.create(t.prototype),this,{x:o,s,y:r,t:i,nodes:a,otherNodes:c,raw:l});return u.
knownScale=void 0,u}get scale(){return this.knownScale??=Gp(this),this.knownScale}reached(e){let n=0;for(let o=0;o<this.length;o++)n+=this.w[o]*Kt(this.x[o],this.
s[o],e);return n/this.weight}};function hc(t,e,n){if(n===null)return[t,e];let{intercept:o,slope:s}=n;return[t.map(i=>Math.abs(i)>=tt?i:o+s*i),e.map(i=>s*i)]}function pc(t){
let e=new Map;for(let o of t)for(let s=0;s<o.n.length;s++){let r=o.s[s]===0?`=${o.x[s]}`:Math.floor(o.x[s]/Hp),[i,a]=[o.w?.[s]??o.n[s],o.q?.[s]??o.n[s]],c=e.get(
r)??[0,0,0,0,0],l=[o.n[s],i,a,i*o.x[s],i*(o.x[s]**2+o.s[s]**2)];e.set(r,c.map((u,h)=>u+l[h]))}let n={x:[],s:[],n:[],w:[],q:[]};for(let[o,s,r,i,a]of e.values()){
let c=i/s,l=a/s-c*c,u={x:c,s:l>1e-12*(1+c*c)?Math.sqrt(l):0,n:o,w:s,q:r};for(let h of Object.keys(n))n[h].push(u[h])}return[n]}var Hp=625;function Kt(t,e,n){if(e===
0)return t>=n-1e-9?1:0;let o=he*e;return y((t+o-n)/(2*o),0,1)}function Ro(t,e){return[t.map((n,o)=>n+e[o]),t.map((n,o)=>n-e[o])]}function wr(t){let e=0;if(t!==null)
for(let n of t)e+=n;return e}function Up(t,e){let n=new Int32Array(Math.min(qp,Math.max(1,Math.round(e)))),o=0,s=t.length?t[0]:0;for(let r=0;r<n.length;r++){let i=(r+
.5)/n.length*e;for(;s<i&&o<t.length-1;)s+=t[++o];n[r]=o}return n}function Gp(t){let e=[...t.x.keys()].filter(c=>Math.abs(t.x[c])<tt).sort((c,l)=>t.x[c]-t.x[l]),
n=0,o=0;for(let c of e)n+=t.n[c],o+=t.n[c]*t.x[c];o/=n;let s=0;for(let c of e)s+=t.n[c]*((t.x[c]-o)**2+t.s[c]**2);let r=c=>{let l=0;for(let u of e){if(l+t.n[u]>
c)return t.x[u]+2*he*t.s[u]*((c+.5-l)/t.n[u]-.5);l+=t.n[u]}return t.x[e.at(-1)]},i=c=>{let l=c*(n-1),[u,h]=[r(Math.floor(l)),r(Math.floor(l)+1)];return u+(l-Math.
floor(l))*(h-u)},a=(i(.75)-i(.25))/1.34;return Math.min(Math.sqrt(s/n),a>0?a:1/0)}var tt=40;var Io=class{constructor({from:e,unit:n,cases:o,others:s,...r},i=null){let{case_squares:a,other_squares:c}=r,l=(typeof e=="string"?Et(e,!0):e).map(v=>v/1e4),[u,
h]=[o,s].map(v=>Et(v).map(_=>_*n)),f=l.length,p=new Float64Array(f),m=(v,_)=>new _n([{x:p,s:p,n:v,w:v,q:_??v}]);this.from=Float64Array.from(l,v=>i&&v>-tt?i.intercept+
i.slope*v:v),this.sides=[m(u,a),m(h,c)];let g=Math.log(this.sides[0].weight/this.sides[1].weight);this.evidence=Float64Array.from(u,(v,_)=>y(Math.log(v/h[_])-g,
-tt,tt))}shareFrom(e,n){return this.sums??=this.sides.map(o=>{let s=new Float64Array(o.length+1);for(let r=o.length-1;r>=0;r--)s[r]=s[r+1]+o.w[r]/o.weight;return s}),
this.sums[e][n]}placeOf(e,n){let{w:o}=this.sides[n],s=n===0?1:-1,r=this.#e(e),i=r;for(;r>=0&&r<o.length&&o[r]===0;)r+=s;if(r>=0&&r<o.length)return r;for(r=i;r>=
0&&r<o.length&&o[r]===0;)r-=s;return y(r,0,o.length-1)}#e(e){let n=0,o=this.from.length-1;for(;n<o;){let s=n+o+1>>1;this.from[s]<=e+1e-9?n=s:o=s-1}return n}};var Co=class{constructor(e){Object.assign(this,e.clusters),this.slices=e.slices,this.gaps=e.gaps,this.index=new Map(this.cells.map(([n,o,s,r],i)=>[`${n}|${o}|${s}\
|${r}`,i])),this.places=new Map,this.packed=Float64Array.from(this.cells.flatMap((n,o)=>this.directions.map(s=>s[o])))}between(e){let n=e.map(r=>r.sample.slice),
o=e.map(r=>this.#o(r)),s=0;for(let r=0;r<this.values.length;r++){let i=o[0][r]-(o[1]?.[r]??0);s+=this.values[r]*i*i}if(this.with_own)for(let r of e)s-=this.#t(r);
return{...this.about(n),excess:s}}about(e){let{degrees:n,factor:o,prevalence_factor:s}=e.length===1?this.slices[e[0]].clustering:this.#e(e);return{degrees:n,factor:o,
prevalenceFactor:s}}#e(e){return this.gaps.find(n=>n.slices.every((o,s)=>o===e[s])).clustering}#t(e){let n=this.#s(e);if(n===null)return this.#n(e);let o=0;for(let s of[
0,1]){let{squares:r}=this.#l(e.sample,s);for(let i=0;i<r.length;i++)o+=r[i]*n[s][i]**2}return o}#n({sample:e,clusterParts:[n,o]}){let s=this.#t(n)+this.#t(o),r=[
n,o].map(i=>this.#s(i));for(let i of[0,1]){let a=e.sides[i],c=[n,o].map((l,u)=>this.#f(e,l.sample,i,u));for(let l=0;l<a.length;l++){let u=Zp([c[0][l],c[1][l]],[
r[0][i],r[1][i]],a.r[l]);s-=2*a.q[l]*u}}return s}#o(e){return e.knownAlong??=e.clusterParts?this.#r(e.clusterParts):this.#i(e),e.knownAlong}#r([e,n]){let o=this.#o(
n);return this.#o(e).map((s,r)=>s-o[r])}#i(e){let n=this.values.length,o=new Float64Array(n),s=this.#s(e);for(let r of[0,1]){let{used:i}=this.#l(e.sample,r);for(let a=0;a<
i.length;a++)for(let c=0;c<n;c++)o[c]+=s[r][a]*this.packed[i[a]*n+c]}return o}#s(e){return e.knownMeans??=e.clusterParts?this.#u(e):[0,1].map(n=>this.#a(e,n)),e.
knownMeans}#u({sample:e,clusterParts:[n,o]}){if(e.models.length>1)return null;let s=this.#s(o);return this.#s(n).map((r,i)=>r.map((a,c)=>a-s[i][c]))}#a(e,n){let{
places:o,weights:s}=this.#l(e.sample,n),r=Vp(e,n,o,s.length);for(let i=0;i<r.length;i++)r[i]/=s[i];return r}#l(e,n){let o=`${e.key}|${n}`;return this.places.has(
o)||this.places.set(o,this.#c(e,n)),this.places.get(o)}#c(e,n){let o=e.sides[n],s=this.#h(e,e.models[0],n,o.raw.x),r=new Map,[i,a]=[[],[]],c=new Int32Array(o.length).
fill(-1);return s.forEach((l,u)=>{if(l<0)return;r.has(l)||r.set(l,r.size);let h=r.get(l);c[u]=h,i[h]=(i[h]??0)+o.w[u],a[h]=(a[h]??0)+o.q[u]}),{places:c,numbers:r,
used:Int32Array.from(r.keys()),weights:Float64Array.from(i),squares:a}}#f(e,n,o,s){let r=`${e.key}|${n.key}|${o}`;if(!this.places.has(r)){let i=e.sides[o],[a,c]=s===
0?[i.raw.x,i.raw.s]:[i.raw.y,i.raw.t],{numbers:l}=this.#l(n,o),[u]=n.models,h=e.groupOfBin(o),f=(p,m)=>l.get(this.index.get(`${p}|${u}|${o}|${m}`))??-1;this.places.
set(r,h.map((p,m)=>Kp(this.edges[u][o],a[m],c[m]).map(({cell:g,until:v})=>({cell:f(p,g),until:v}))))}return this.places.get(r)}#h(e,n,o,s){return Int32Array.from(
e.groupOfBin(o),(r,i)=>{let a=mc(this.edges[n][o],s[i]);return this.index.get(`${r}|${n}|${o}|${a}`)??-1})}};function mc(t,e){let n=0;for(;n<t.length&&t[n]<=e;)
n++;return n}function Vp(t,e,n,o){let s=t.sample.sides[e],r=t.contribution(e),i=new Float64Array(o);for(let a=0;a<n.length;a++)n[a]>=0&&(i[n[a]]+=s.w[a]*r(a));return i}
function Kp(t,e,n){let o=he*n,s=[];for(let r=mc(t,e-o);;r++){let i=t[r]??1/0;if(o===0||i>=e+o)return[...s,{cell:r,until:1}];s.push({cell:r,until:(i-e+o)/(2*o)})}}
function Zp(t,e,n){let o=({cell:u},h)=>u<0?0:e[h][u],s=t.map((u,h)=>{let[f,p]=[0,0];for(let m of u)f+=(m.until-p)*o(m,h),p=m.until;return f}),[r,i,a,c]=[0,0,0,0];
for(;i<1;){let[u,h]=[t[0][a],t[1][c]],f=Math.min(u.until,h.until);r+=(f-i)*o(u,0)*o(h,1),i=f,u.until<=f&&a++,h.until<=f&&c++}let l=Math.max(n,0);return l*r+(1-l)*
s[0]*s[1]}var Po=class{constructor({step:e,coarse:n,band:o,start:s,units:r,mean:i,spread:a,coherence:c,correlation:l},u=1){Object.assign(this,{step:e,coarse:n,start:s}),this.
mean=Et(i,!0).map(f=>f*r[0]*u),this.spread=Et(a,!0).map(f=>f*r[1]*u),this.coherence=Et(c).map(f=>f/100);let h=Et(l).map(f=>f/15);this.correlation=this.coherence.
map((f,p)=>[...new Array(Math.max(0,p-o)).fill(0),...h.splice(0,Math.min(p,o))])}at(e){let n=new Float64Array(this.correlation.length),o=new Float64Array(this.correlation.
length),s=0,r=this.#e(e,this.start);for(let i=0;i<this.mean.length;i++){let a=this.#e(e,this.start+(i+1)*this.step),c=(a-r)*(1+Math.exp(this.start+(i+.5)*this.step));
s+=c*this.mean[i],n[Math.floor(i/this.coarse)]+=c*this.spread[i],o[Math.floor(i/this.coarse)]+=(c*this.spread[i])**2,r=a}return{mean:s,variance:Math.max(this.#t(
n,o),0)}}#e(e,n){return e.step!==null?n>e.step?e.positiveTotal:0:e.positive(n)}#t(e,n){let o=this.coarse,s=0;for(let r=0;r<e.length;r++){if(n[r]===0)continue;let i=y(
(this.coherence[r]**2-1/o)/(1-1/o),0,1);s+=(1-i)*n[r]+i*e[r]**2;let a=this.correlation[r];for(let c=0;c<r;c++)s+=2*e[r]*this.coherence[r]*e[c]*this.coherence[c]*
a[c]}return s}};var De={low:-24,high:24,perUnit:64},Fo=class{constructor(e){this.reached=e.map(Jp),this.heaps=e.map(Yp),this.values=[...new Set(this.heaps.flatMap(({values:n})=>[
...n]))].sort((n,o)=>n-o)}above(e,n){let o=(y(n,De.low,De.high)-De.low)*De.perUnit,s=Math.min(Math.floor(o),this.reached[e].length-2),r=this.reached[e];return r[s]+
(o-s)*(r[s+1]-r[s])+this.#e(this.heaps[e],n)}#e({values:e,above:n},o){let s=0,r=e.length;for(;s<r;){let i=s+r>>1;e[i]>=o-1e-9?r=i:s=i+1}return n[s]}};function Yp(t){
let e=[...t.s.keys()].filter(o=>t.s[o]===0).sort((o,s)=>t.x[o]-t.x[s]),n=new Float64Array(e.length+1);for(let o=e.length-1;o>=0;o--)n[o]=n[o+1]+t.w[e[o]]/t.weight;
return{values:Float64Array.from(e,o=>t.x[o]),above:n}}function Jp(t){let e=(De.high-De.low)*De.perUnit+1,n=new Float64Array(e+1);for(let r=0;r<t.length;r++){if(t.
s[r]===0)continue;let i=he*t.s[r],a=y(Math.ceil((t.x[r]-i-De.low)*De.perUnit),0,e),c=y(Math.floor((t.x[r]+i-De.low)*De.perUnit),-1,e-1);n[0]+=t.w[r],n[a]-=t.w[r];
for(let l=a;l<=c;l++){let u=t.w[r]*Kt(t.x[r],t.s[r],De.low+l/De.perUnit);n[l]+=u,n[l+1]-=u}}let o=0,s=new Float64Array(e);for(let r=0;r<e;r++)o+=n[r],s[r]=y(o/t.
weight,0,1);return s}var Lo=.04,Xp=60,Qp=2,dc=Math.log(1e3),em=4,br=new WeakMap;function Jn(t){return br.has(t)||br.set(t,tm(t)),br.get(t)}function tm([t,e]){let n=new Int32Array(t.
length+1);for(let r=0;r<t.length;r++)n[r+1]=n[r]+(t[r]>e[r]?em:1);let o=new Float64Array(n[t.length]),s=new Float64Array(t.length);for(let r=0;r<t.length;r++){let[
i,a]=[n[r+1]-n[r],(t[r]+e[r])/2];s[r]=he*(t[r]-e[r])/i;for(let c=0;c<i;c++)o[n[r]+c]=a+(c-(i-1)/2)*s[r]}return{first:n,at:o,wide:s}}var Wo=class{#e=new Map;constructor(e,n){
this.bounds=[M(n)-dc,M(n)+dc],this.ends=nm(e,this.bounds),this.classes=e.map(s=>new _r(s,this.bounds));let o=gc(this.classes.map(s=>s.start()));this.rows={1:[o],
"-1":[o]},this.walks={1:null,"-1":null},this.isDone={1:!1,"-1":!1}}by(e){let n=e<0?-1:1,o=this.rows[n];for(;n*(e-o.at(-1).moved)>0&&this.#t(n););let s=n*(e-o.at(
-1).moved)<=0;return o.length===1?{theta:0,logs:[0,0],apart:o[0].apart,isReached:s}:{...om(o,n,s?e:o.at(-1).moved),isReached:s}}kept(e){return this.#e.has(e)||(this.#e.
size>500&&this.#e.clear(),this.#e.set(e,this.by(e))),this.#e.get(e)}bounded(e){return y(e,...this.bounds)}#t(e){if(this.isDone[e])return!1;this.walks[e]??=this.
classes.map(i=>i.walk(e*Lo));let n=this.rows[e],o=this.walks[e].map(i=>i()),s=gc(o),r=e*(s.moved-n.at(-1).moved)>1e-9*Lo;return this.isDone[e]=!r||n.length*Lo>Xp||
o.some(({isEmpty:i})=>i),this.isDone[e]||n.push(s),!this.isDone[e]}};function nm(t,e){let[n,o]=[1/0,-1/0];for(let{x:s,s:r,length:i}of t)for(let a=0;a<i;a++){let c=Math.
abs(s[a])>=tt;n=Math.min(n,c?y(s[a],...e):s[a]-he*r[a]),o=Math.max(o,c?y(s[a],...e):s[a]+he*r[a])}return[n,o]}function gc([t,e]){return{logs:[t.log,e.log],means:[
t.mean,e.mean],moved:t.log-e.log,apart:t.mean-e.mean}}var _r=class{constructor({nodes:e,w:n,q:o,weight:s,size:r},[i,a]){let{first:c,at:l}=Jn(e);this.z=l.map(u=>y(
u,i,a)),this.share=new Float64Array(l.length),this.square=new Float64Array(l.length);for(let u=0;u<n.length;u++){let h=c[u+1]-c[u];for(let f=c[u];f<c[u+1];f++)this.
share[f]=n[u]/s/h,this.square[f]=o[u]/s**2/h}this.fewest=Math.min(Qp,r/2)}start(){return this.#e(new Float64Array(this.z.length).fill(1))}walk(e){let n=this.z.map(
s=>Math.exp(e*s)),o=new Float64Array(n.length).fill(1);return()=>{for(let s=0;s<o.length;s++)o[s]*=n[s];return this.#e(o)}}#e(e){let[n,o,s]=[0,0,0];for(let r=0;r<
e.length;r++){let i=this.share[r]*e[r];n+=i,o+=i*this.z[r],s+=this.square[r]*e[r]*e[r]}return{log:Math.log(n),mean:o/n,isEmpty:!(n**2/s>=this.fewest)}}};function om(t,e,n){
let[o,s]=[0,t.length-1];for(;s-o>1;){let h=o+s>>1;e*(t[h].moved-n)<=0?o=h:s=h}let[r,i]=[t[o],t[s]],a=e*Lo,c=y((n-r.moved)/(i.moved-r.moved),0,1),l=vc(r.moved,i.
moved,a*r.apart,a*i.apart);for(let h=0;h<4;h++)c=y(c-(l.at(c)-n)/l.slope(c),0,1);let u=[0,1].map(h=>vc(r.logs[h],i.logs[h],a*r.means[h],a*i.means[h]).at(c));return{
theta:a*(o+c),logs:u,apart:l.slope(c)/a}}function vc(t,e,n,o){let s=e-t,[r,i]=[3*s-2*n-o,n+o-2*s];return{at:a=>t+a*(n+a*(r+a*i)),slope:a=>n+a*(2*r+3*a*i)}}function wc({
sides:t,tilts:e},{theta:n,logs:o}){return t.map((s,r)=>{let{first:i}=Jn(s.nodes),{z:a}=e.classes[r],c=new Float64Array(s.length),l=new Float64Array(s.length);for(let u=0;u<
s.length;u++){let h=i[u+1]-i[u];for(let f=i[u];f<i[u+1];f++){let p=Math.exp(n*a[f]-o[r])/h;c[u]+=p,l[u]+=p*a[f]}}return sm(s,c,l)})}function sm(t,e,n){let o=t.w.
map((l,u)=>l*e[u]),s=t.q.map((l,u)=>l*e[u]**2),[r,i]=[o,s].map(l=>l.reduce((u,h)=>u+h,0)),a=t.w.reduce((l,u,h)=>l+u*n[h],0)/r,c=l=>{let[u,h]=[0,0];for(let f=0;f<
o.length;f++)u+=o[f]*l[f],h+=t.w[f]*n[f]*l[f];return{mean:u/r,covariance:h/r-a*u/r}};return Object.assign(Object.create(t),{w:o,q:s,weight:r,squares:i,size:r**2/
i,tilts:e,momentsOf:c})}var jo=class t{#e=new Map;constructor(e,n=new Map,o=e.clusters?new Co(e):null){Object.assign(this,{page:e,recalibrated:n,clusters:o})}withRecalibrated(e){return new t(
this.page,e,this.clusters)}of(e,n){let o=`${e}|${n.join("|")}`;return this.#e.has(o)||this.#e.set(o,this.#t(e,n,o)),this.#e.get(o)}#t(e,n,o){let{groups:s,models:r,
prevalence:i,doubt:a=null}=this.page.slices[e],c=n.length===1?this.page.models[n[0]]:this.#n(n),l=this.page.slices[e].kind==="rest"&&!this.clusters,u=[0,1].map(
g=>s.map(v=>fc(c.lines[v][g]))),h=n.map(g=>this.recalibrated.get(g)??null),f=u.map(g=>new _n(l?pc(g):g).recalibrated(h)),p=g=>s.flatMap((v,_)=>new Array(u[g][_].
n.length).fill(v)),m=h.map(g=>g?`${g.intercept}*${g.slope}`:"").join("|");return new yr({key:`${o}|${m}`,slice:e,models:n,maps:h,sides:f,about:r,everyone:this.page.
slices[kr].models,prevalence:i,doubt:a,clusters:this.clusters,groupOfBin:p})}#n(e){return this.page.pairs.find(n=>n.models[0]===e[0]&&n.models[1]===e[1])}},yr=class{constructor(e){
Object.assign(this,e)}get isExact(){return this.knownExact??=!this.clusters&&!this.doubt&&this.sides.every(({s:e,t:n})=>[e,n].every(o=>am(o))),this.knownExact}get scoreRange(){
return this.knownRange??=xr(this.sides,he),this.knownRange}get narrowestRange(){return this.knownNarrowest??=xr(this.sides,0),this.knownNarrowest}get certainRange(){
return this.knownCertain??=rm(this.sides,this.scoreRange),this.knownCertain}get widestRange(){return this.knownWidest??=xr(this.sides,Mr),this.knownWidest}get impliedSource(){
return this.knownSource??=im(this)??NaN,Number.isNaN(this.knownSource)?null:this.knownSource}get tilts(){return this.knownTilts??=new Wo(this.sides,this.prevalence),
this.knownTilts}get shares(){return this.knownShares??=new Fo(this.sides),this.knownShares}get blocks(){return this.knownBlocks??=new Io(this.about[this.models[0]].
pools,this.maps[0]),this.knownBlocks}get blockPlaces(){return this.knownPlaces??=this.sides.map((e,n)=>e.nodes.map(o=>Int32Array.from(o,s=>this.blocks.placeOf(s,
n)))),this.knownPlaces}get optimism(){let[e]=this.models,{optimism:n}=this.about[e];return this.knownOptimism??=new Po("like"in n?this.everyone[e].optimism:n,n.
times),this.knownOptimism}},Mr=3.5,bc=1;function rm(t,[e,n]){let[o,s]=[0,0];for(let{x:r,s:i,length:a}of t)for(let c=0;c<a;c++)r[c]-he*i[c]<=e&&(o=Math.max(o,i[c])),
r[c]+he*i[c]>=n&&(s=Math.max(s,i[c]));return[o>bc?-1/0:e,s>bc?1/0:n]}function xr(t,e){let[n,o]=[1/0,-1/0];for(let{x:s,s:r,length:i}of t)for(let a=0;a<i;a++)n=Math.
min(n,s[a]-e*r[a]),o=Math.max(o,s[a]+e*r[a]);return[n<=-tt?-1/0:n,o>=tt?1/0:o]}function im({sides:t,prevalence:e}){let n=[e,1-e],o=i=>t.reduce((a,{nodes:c,w:l,weight:u},h)=>{
let f=0;for(let p of c)for(let m=0;m<p.length;m++)f+=l[m]*N(p[m]-i);return a-n[h]*f/(2*u)},e);if(o(-Do)>0||o(Do)<0)return null;let s=vn(o,-Do,Do,1e-6),r=Number(
N(M(e)+s).toPrecision(2));return r>0&&r<1?r:null}var Do=12,am=t=>t===null||t.every(e=>e===0);function Zt(t,e){return M(Bo(t,e)??e.prevalence)}function Bo(t,e){let{
source:n,source_of_all:o}=t.models[e.models[0]];return o&&e.slice!==kr?t.slices[kr].prevalence:n}var kr=0;var Tr=37;function Er([t,e],n){let[o,s]=[M(t),M(e)];return Array.from({length:n},(r,i)=>N(o+(s-o)*i/(n-1)))}var zo=1.1;function Ar(t,e,n){let[o,s]=[Math.min(...t),
Math.max(...t)].map(M),r=[o-zo,s+zo],[i,a]=e.map(M);return i<r[0]&&(r[0]=i-zo/2),a>r[1]&&(r[1]=a+zo/2),[y(N(r[0]),...n),y(N(r[1]),...n)]}function _c(t,e,n,o,s){
let r=Er(n,Tr),i=r.map(a=>t({...e,prevalence:[a,a]}).compare(o,s));return{one:o,other:s,prevalence:r,axis:n,...Sr(i)}}function Sr(t){let e=n=>t.map(o=>o[n]);return{
value:e("value"),low:e("low"),high:e("high"),error:e("error")}}function xc(t,e,n,o){let s=Er(n,Tr),r=s.map(a=>t({...e,prevalence:[a,a]})),i=s.map(a=>t({...e,...o,
prevalence:[a,a]}));return{prevalence:s,axis:n,models:r[0].names.map(({name:a,index:c})=>({name:a,index:c,...Sr(r.map(l=>l.over(l.zero,c))),recalibrated:i.map(l=>l.
over(l.zero,c).value)})),treatAll:r.map(a=>a.treatAll)}}function yc(t,e,n){let o=Er(n,Tr),s=o.map(r=>t({...e,cost:[r,r]}));return{cost:o,axis:n,scale:D(e.units).
scale,models:s[0].names.map(({name:r,index:i})=>({name:r,index:i,...Sr(s.map(a=>a.over(a.zero,i)))})),treatAll:s.map(r=>r.treatAll)}}function kc(t,e,n,o,s){let{
shares:r}=e,i=Array.from({length:241},(m,g)=>20-g/6),a=r.values.length>400?i:[...i,...r.values].sort((m,g)=>g-m),c=Zt(t,e),l=(m,g,v)=>{let _=g-m+c;return{fpr:r.
above(1,_),tpr:r.above(0,_),cutoff:N(_),what:v}},[u,h]=o.prevalence.map(M),f=Ot(o.units,o.cost),p=[l((u+h)/2,(f[0]+f[1])/2,"middle")];return h-u>1e-10&&p.push(l(
u,(f[0]+f[1])/2,"lowest"),l(h,(f[0]+f[1])/2,"highest")),{...n,auc:s,fpr:[0,...a.map(m=>r.above(1,m)),1],tpr:[0,...a.map(m=>r.above(0,m)),1],points:p}}var Or=28;
function Mc({shares:t}){let[e,n]=cm(t),o=Array.from({length:Or+1},(r,i)=>e+(n-e)*i/Or),s=r=>{let i=o.map((a,c)=>c===0?1:c===Or?0:t.above(r,a));return i.slice(1).
map((a,c)=>Math.max(i[c]-a,0))};return{edges:o,cases:s(0),nonCases:s(1)}}function cm(t){let e=s=>{let r=-12;for(;r<12&&!s(r);)r+=.125;return r},n=e(s=>Math.min(
t.above(0,s),t.above(1,s))<=.995),o=e(s=>Math.max(t.above(0,s),t.above(1,s))<=.005);return[n-.125,Math.max(o,n+1)]}function Oc(t,e,n){return Ec(t,e,n).reach}function Tc(t){let[e,n,o]=[0,0,0];return t.spreads().forEach(({size:s,within:r,between:i},a)=>{let c=r*s*s,{reach:l,other:u,
few:h}=Ec(t,a,c);e+=(c+l**2/2)/(s*(s+.5))+i,n+=(c+u**2/2)/(s*(s+.5))+i,h&&(o+=u**2/2/(s*(s+.5)))}),e>0?Math.abs(Math.sqrt(n/e)-1)+o/n:0}function Ec(t,e,n){return t.
guards??=[],t.guards[e]??=lm(t,e,n)}function lm(t,e,n){let o=t.reach[e];if(!(o>0))return{reach:0,other:0,few:!1};if(o**2<.002*n)return{reach:o/4,other:o/4,few:!1};
let s=t.sample.sides[e],{differ:r,surely:i,farthest:a}=um(t.classes[e],s,o),c=Math.min(10,s.size/8),l=Math.max(a,o/4),[u,h]=[r,i].map(f=>f<c?o:l);return{reach:u,
other:h,few:r>0&&i<c}}function um({gain:t,half:e,variance:n},o,s){let r=hm(t,o.sample),i=0,a=0,c=0;for(let l=0;l<o.length;l++){let u=n?Math.sqrt(n[l]):Math.abs(
e[l]),h=Math.abs(t[l]-r),f=h+(o.n[l]>1?1.3*u:0),p=o.w[l]*o.w[l]/o.q[l];f>1e-9*s&&(i+=p),h>2*u+1e-9*s&&(a+=p),f>c&&(c=f)}return{differ:i,surely:a,farthest:c}}function hm(t,e){
let n=new Float64Array(e.length);for(let s=0;s<n.length;s++)n[s]=t[e[s]];n.sort();let o=n.length>>1;return n.length%2?n[o]:(n[o-1]+n[o])/2}var Nc=2.25,fm=3.5,$c=.6,pm=.05,mm=.2,dm=.003,gm=.01,vm=3,Rc={value:0,relative:0},Ic={value:1/0,relative:0},Cc={value:Number.MAX_VALUE,relative:0};function Pc(t){
return Math.min(Math.sqrt(Math.max(t-1,3)),wm)}var wm=3.2,Fc=()=>Rc;function $r({sample:t,gains:e,shift:n,moments:o,classes:s,ends:r},i){let a=t.sides.map((l,u)=>e.
step===null?xm(l,u===0,e,n,o[u],s[u]):Bc(l,u===0?e.positiveTotal:e.negativeTotal,o[u],e.step+n)),c=[e.positiveTotal,e.negativeTotal];return Wc(Lc(jc(a),t,c),{ends:r,
moments:o},i)}function Lc({value:t,relative:e},{doubt:n},o){return{value:t+qo(n,0)*o[0]+qo(n,1)*o[1],relative:e}}function qo(t,e){return t?[t.cases,t.others][e]:
0}function Wc({value:t,relative:e},{ends:n,moments:o},s){let r=n.map(([i,a],c)=>{let l=s.map(u=>u[c][1]-u[c][0]-(a-i));return bm*Math.max(...l.map(Math.abs))/(o[c].
size+1)});return{value:Math.hypot(t,...r),relative:e}}var bm=3;function Dc({sample:t,moments:e,ends:n},o,s,r){let i=t.sides.map((a,c)=>Bc(a,o[c],e[c],s));return Wc(
Lc(jc(i),t,o),{ends:n,moments:e},r)}function jc(t){let e=t.reduce((o,s)=>o+s.variance,0),n=t.reduce((o,s)=>o+s.unsure**2,0);return{value:Math.hypot(...t.map(({value:o})=>o)),
relative:e>0?Math.sqrt(n)/e/2:0}}function Bc(t,e,{mean:n,size:o},s){let r=e*Rr(t,s),i=Math.max(n*(e-n),0)/o;return{value:r,variance:i,unsure:r*(Math.abs(e-2*n)+
r)/o}}function Rr(t,e){let n=0,[o,s]=[0,0];for(let i=0;i<t.length;i++){let a=t.s[i]*Pc(t.n[i]),c=t.x[i]+a-e;c>=2*a?o+=t.n[i]:c<=0?s+=t.n[i]:n+=t.q[i]*(c/(2*a))*
(1-c/(2*a))}let r=Math.min(o,s)===0&&t.s.some(i=>i>0)?_m/t.size:0;return Math.hypot(Nc*Math.sqrt(n)/t.weight,r)}var _m=1.2;function xm(t,e,n,o,{within:s},{gain:r,
half:i}){let a=0,c=0;for(let l=0;l<t.length;l++){let u=t.s[l];if(u===0)continue;let h=t.x[l]-o,f=Pc(t.n[l]);if(h+f*u<=n.low||h-f*u>=n.high)continue;let p=v=>e?n.
positive(v):n.negative(v),m=km.reduce((v,[_,x])=>v+x*p(h+he*u*_),0)-r[l],g=Math.max(Math.abs(Ac(p,h,u,f)-r[l]),Math.abs(Ac(p,h,-u,f)-r[l]));a+=t.w[l]**2*(g**2+m**
2),c+=(t.q[l]*($c*i[l]*i[l]+zc(p,h,u,i[l])))**2}return{value:ym*Math.sqrt(a)/t.weight,variance:s,unsure:Math.sqrt(c)/t.weight**2}}function zc(t,e,n,o){let s=(t(
e+Nr*n)-t(e-Nr*n))/(2*Nr);return Math.abs(s*s-o*o)}var Nr=2,ym=1.5;function Ac(t,e,n,o){let s=1/(1+o*o);return s*t(e+o*n)+(1-s)*t(e-n/o)}var km=[[-.8611363115940526,
.17392742256872692],[-.33998104358485626,.3260725774312731],[.33998104358485626,.3260725774312731],[.8611363115940526,.17392742256872692]];function qc(t,e,n){let o=[
e,n].map(a=>a.uncertainty());if(Mm(t.sample,e,n))return Rc;let s=e.gains.step!==null,r=0,i=0;return t.sample.sides.forEach((a,c)=>{r+=t.moments[c].within;let l=c===
0?e.gains.positiveTotal:e.gains.negativeTotal,u=s?Om(a,t.classes[c],l):Tm(a,c===0,t.classes[c],[e,n]);i+=(u/a.weight**2)**2}),{value:Math.hypot(o[0].value,o[1].
value),relative:r>0?Math.sqrt(i)/r/2:0}}function Mm({sides:t},e,n){return e.shift!==n.shift?!1:t.every(({x:o,s,y:r,t:i,r:a})=>o.every((c,l)=>c===r[l]&&s[l]===i[l]&&
(s[l]===0||a[l]===1)))}function Om(t,{gain:e,variance:n},o){let s=0;for(let r=0;r<t.length;r++){let i=Math.min((e[r]*e[r]+n[r])/(o*o),1);s+=t.q[r]*t.q[r]/Math.max(
t.n[r],1)*i*(1-i)}return fm*o*o*Math.sqrt(s)}function Tm(t,e,{variance:n},[o,s]){let r=({gains:l,shift:u})=>h=>e?l.positive(h-u):l.negative(h-u),[i,a]=[o,s].map(
r),c=0;for(let l=0;l<t.length;l++){let u=Sc(i,t.x[l],t.s[l])+Sc(a,t.y[l],t.t[l]);c+=(t.q[l]*($c*n[l]+u))**2}return Nc*Math.sqrt(c)}function Sc(t,e,n){return n===
0?0:zc(t,e,n,(t(e+n)-t(e-n))/2)}function Hc(t,e,n){let{value:o,relative:s}=t.uncertainty(),r=t.gains.step!==null;return{value:Em*Math.hypot(o,e,Am*n),relative:s+
(r||t.sample.isExact?Sm:Nm)}}var Em=2,Am=.3,[Sm,Nm]=[.7,.3];function Uc(t){let e=Math.max(...t.map(({sample:o})=>Ir(o))),n=t.some(Gc)?gm:0;return e===0?dm+n:e+n+
Math.hypot(...t.map(Tc))}function Gc({gains:t,clusterParts:e=[]}){return!!t?.isWorld||e.some(Gc)}function Ir({isExact:t,clusters:e,sides:n,doubt:o}){if(t)return 0;
let s=Math.min(...n.map(({size:r})=>r));return vm/s+(e?mm:pm)+(o?o.relative:0)}function Ho(...t){let e=t.map(n=>n.uncertainty());return{value:Math.hypot(...e.map(
({value:n})=>n)),relative:Math.max(...e.map(({relative:n})=>n))}}function Vc({value:t,low:e,high:n},o){let s=Math.max(n-t,t-e),r=o.value+o.relative*s;return{value:t,
low:e,high:n,error:r,coarse:r>s}}function Wt(t,e,n,o,s=t.nodes){if(n.isWorld)return n.ofBins(s,e);let r=new Float64Array(t.length),i=new Float64Array(t.length);if(n.step!==null)return $m(t,e,n,
n.step+o,s,r,i);let[a,c]=s;for(let l=0;l<r.length;l++){let u=e?n.positive(a[l]-o):n.negative(a[l]-o),h=e?n.positive(c[l]-o):n.negative(c[l]-o);r[l]=(u+h)/2,i[l]=
(u-h)/2}return{gain:r,half:i}}function $m(t,e,n,o,[s,r],i,a){let c=e?n.positiveTotal:n.negativeTotal;for(let l=0;l<i.length;l++){let u=Kt((s[l]+r[l])/2,(s[l]-r[l])/
2,o);i[l]=c*(e?u:1-u),a[l]=(e?c:-c)*Math.sqrt(u*(1-u))}return{gain:i,half:a}}function Cr(t,e,n,o){if(n.step!==null)return 0;let[s,r]=t.nodes,i=0;for(let a=0;a<s.
length;a++){let c=s[a]-o,l=r[a]-o;if(c<=n.low||l>=n.high)continue;let u=e?n.weight(c)+n.weight(l):Math.exp(c)*n.weight(c)+Math.exp(l)*n.weight(l);i+=t.w[a]*u}return i/
2/t.weight}var we=class t{constructor(e,n,o,s){this.sample=e,this.ends=o,this.derivative=s,this.moments=n.map((r,i)=>Uo(e.sides[i],r)),this.classes=n,this.moving=
null,this.added=0,this.uncertainty=Fc}unsureBy(e){let n=null;return this.uncertainty=()=>n??=e(),this}get value(){return this.moments[0].mean+this.moments[1].mean+
this.added}movedBy(e){return Object.assign(this.withDerivative(this.derivative),{clusterParts:this.clusterParts,added:e})}get reach(){return this.ends.map(([e,n])=>n-
e)}get known(){return this.moving===null&&this.derivative===0?this:(this.keptKnown??=this.moving===null?this.withDerivative(0):this.moving.known(),this.keptKnown)}valueAt(e){
return this.moving===null?this.value+this.derivative*e:this.moving.valueAt(e)}at(e){return this.moving===null?this:this.moving.at(e)}withDerivative(e){return Object.
assign(Object.create(t.prototype),this,{derivative:e,moving:null,keptKnown:void 0,clusterParts:void 0,knownAlong:void 0,knownMeans:void 0})}spreads(){return this.
moments.map((e,n)=>{let o=(n===0?1:-1)*this.derivative+e.tilt*e.size;return{size:e.size,within:Math.max(e.within-e.tilt**2*e.size,0),between:o**2/e.size}})}contribution(e){
let n=this.sample.sides[e],o=this.moments[e].mean+(e===0?-1:1)*this.derivative;return s=>(this.classes[e].gain[s]-o)/n.weight}};function Uo(t,{gain:e,half:n,variance:o}){
let s=0;for(let c=0;c<t.length;c++)s+=t.w[c]*e[c];let r=s/t.weight,i=0,a=0;for(let c=0;c<t.length;c++){let l=e[c]-r;i+=t.q[c]*(l*l+(o?o[c]:n[c]*n[c])),a+=t.q[c]*
l}return{mean:r,within:i/t.weight**2,tilt:a/t.weight**2,size:t.size}}var At=1e9;function xn(t,{pseudo:e=!1,noise:n=0}){let o=0,s,r=t.some(a=>a.sample.clusters),i=t.every(a=>!a.sample.doubt);if(e&&!r&&i){let a=t.map(Rm);a.forEach(
(c,l)=>o+=(l===0?1:-1)*c.shift),s=Yt(a.map(c=>c.spread))}else s=Yt(t.map(Im)),r&&(s=Cm(t,s));return{shift:o,spread:n>0?Yt([s,[n,1/0]]):s}}function Yt(t){let e=0;
for(let o of t)e+=o[0];if(!(e>0))return[0,1/0];let n=0;for(let[o,s]of t)n+=(o/e)**2/s;return[e,n>0?1/n:1/0]}function Rm(t){let e=0,n=[];return t.spreads().forEach(
(o,s)=>{let{mean:r,size:i}=t.moments[s],[a,c]=t.ends[s],l=(i*r+(a+c)/2)/(i+1),u=i*i*o.within+i*(r-l)**2+((l-a)**2+(c-l)**2)/2;e+=l-r,n.push([u/(i*(i+1)),i],[o.between,
i])}),{shift:e,spread:Yt(n)}}function Im(t){let e=[];return t.spreads().forEach((n,o)=>{let s=n.size,r=Oc(t,o,n.within*s*s);r>0?e.push([(n.within*s*s+r**2/2)/(s*
(s+.5)),s-.5],[n.between,s-.5]):e.push([n.within*s/(s-1),s-1],[n.between,s-1])}),Yt(e)}function Kc(t){if(t.some(n=>n.sample.clusters))return St(t).variance;let e=0;
for(let n of t)for(let{size:o,within:s,between:r}of n.spreads())e+=s*o/(o-1)+r;return e}function Cm(t,e){let{variance:n,degrees:o}=St(t);return[Math.max(n,e[0]),
Math.min(o,e[1])]}function St(t){let{excess:e,degrees:n,factor:o}=t[0].sample.clusters.between(t),s=0;for(let i of t)for(let a of i.spreads())s+=a.within+a.between;
let r=Math.max(s+e,0);return{degrees:n,squares:r,variance:o*r}}var Zc=25;function Yc(t,{pseudo:e,noise:n},o,s){let[r,i]=[0,0];return t.forEach((a,c)=>{let l={pseudo:e,noise:c===0?n:0},u=a.moving===null?Pm:Fm,[h,f]=u(a,l,o,s);
r+=(c===0?h:f)**2,i+=(c===0?f:h)**2}),{below:Math.sqrt(r),above:Math.sqrt(i)}}function Pm(t,e,n,o){let{shift:s,spread:r}=xn([t],e),i=o(Math.min(r[1],At),n)*Math.
sqrt(r[0]);return[i-s,i+s]}function Fm(t,e,n,o){let{value:s,known:r}=t,{error:i,degrees:a,along:c,left:l}=Xc(r),u=o(a,n)*i,h=t.moving.jumps,f=h?null:xn([r],e),p=({
spread:_})=>o(Math.min(_[1],At),n)*Math.sqrt(l*_[0]),m=h?0:p(f),[g,v]=[1/0,-1/0];for(let _=0;_<Zc;_++){let x=Math.PI*(_/(Zc-1)-.5),k=u*Math.sin(x),S=h?t.at(k):null,
C=h?xn([S],e):f,G=(h?S.value:t.valueAt(k))-s+C.shift+c*k,ue=Math.cos(x)*(h?p(C):m);g=Math.min(g,G-ue),v=Math.max(v,G+ue)}return[-g,v]}function Jc(t){return t.moving===
null||!t.sample.clusters?0:Xc(t.known).left<Lm?1:0}var Lm=.5;function Xc(t){let{sample:e}=t,n=Pr(e);if(!e.clusters)return{error:n,degrees:At,along:0,left:1};let{
degrees:o}=e.clusters.about([e.slice]),s=St([t]),r=St([Qc(e)]).squares;if(!(s.squares>0&&r>0))return{error:n,degrees:o,along:0,left:1};let i=Math.sqrt(s.squares/
r),a=St([t.withDerivative(t.derivative+i)]).squares,c=y((a/s.squares-2)/2,-1,1);return{error:n,degrees:o,along:c*Math.sqrt(s.variance)/n,left:1-c**2}}function Pr(t){
let e=t.sides.reduce((o,s)=>o+1/s.size,0);if(!t.clusters)return Math.sqrt(e);let{squares:n}=St([Qc(t)]);return Math.sqrt(t.clusters.about([t.slice]).prevalenceFactor*
n)}function Qc(t){return t.knownLogOdds??=new we(t,t.sides.map(Dm),Wm,1),t.knownLogOdds}var Wm=[[0,0],[0,0]],Dm=({length:t})=>({gain:new Float64Array(t),half:new Float64Array(
t)});function se(t,e,{pseudo:n=!1,noise:o=0,bounds:s=[-1/0,1/0],level:r}){let i=({low:f,high:p})=>({low:Math.max(f,s[0]),high:Math.min(p,s[1])}),a=e.some(({moving:f})=>f!==
null)?Bm(t,e,{pseudo:n,noise:o}):jm(t,e,{pseudo:n,noise:o}),c=i(a.ends(r,ut)),l=Ho(...e),u={value:l.value,relative:l.relative+Uc(e)+Math.max(...e.map(Jc))},h=f=>Vc(
{value:t,...f},u);return{...h(c),seen:()=>Kc(e),at:f=>h(i(a.ends(f,Wa))),confidence:(f=0)=>a.confidence(f,c,r)}}function jm(t,e,n){let{shift:o,spread:s}=xn(e,n),
r=t+o,i=Math.min(s[1],At);return{ends:(a,c)=>{let l=c(i,a)*Math.sqrt(s[0]);return{low:r-l,high:r+l}},confidence:a=>el(r-a,s)}}function Bm(t,e,n){return{ends:(o,s)=>{
let{below:r,above:i}=Yc(e,n,o,s);return{low:t-r,high:t+i}},confidence:(o,{low:s,high:r},i)=>{let a=t-o,c=a>0?t-s:r-t;return c<=0?a===0?.5:+(a>0):Gn(a/c*ut(At,i),
At)}}}function Fr(t){let e={value:t,low:t,high:t,error:0,coarse:!1};return{...e,seen:()=>0,at:()=>e,confidence:(n=0)=>el(t-n,[0])}}function el(t,[e,n]){return e===
0?t===0?.5:+(t>0):Gn(t/Math.sqrt(e),Math.min(n,At))}function ft(t){let{prevalence:e,cost:n,units:o,weight:s}=t;if(s&&!D(o).weighted)return Km(s);let r=`${e}|${n}|${o}`;if(!Xn.has(r)){Xn.size>100&&Xn.clear();let i=Qn(
t);Xn.set(r,i.step===null?Um(i):i)}return Xn.get(r)}var Xn=new Map;function Qn({prevalence:t,cost:e,units:n}){let o=t.map(M),s=Ot(n,e),{weighted:r,prices:i}=D(n),
a=o[1]-o[0]<Dr,c=s[1]-s[0]<Dr;if(a&&c)return zm((s[0]+s[1])/2,(o[0]+o[1])/2,i);if(a||c){let l=s[0]-o[1],u=s[1]-o[0];return r?tl(l,u,0):c?tl(l,u,s[0]):qm(l,u,t[0])}
return Hm(o,s,r)}var Dr=1e-10;function zm(t,e,n){let o=t-e,[s,r]=n(e,t);return{step:o,positiveTotal:s,negativeTotal:r,low:o,high:o}}function tl(t,e,n){let o=e-t,
s=Math.exp(n)/o,r=Vt(n-t),i=Vt(e-n);return{step:null,corners:[t,e],positive:a=>(r-Vt(n-y(a,t,e)))/o,negative:a=>(i-Vt(y(a,t,e)-n))*s,weight:a=>N(n-a)/o}}function qm(t,e,n){
let o=n/(e-t),s=Math.exp(e);return{step:null,corners:[t,e],positive:r=>o*(y(r,t,e)-t),negative:r=>o*(s-Math.exp(y(r,t,e))),weight:()=>o}}function Hm(t,e,n){let o=(t[1]-
t[0])*(e[1]-e[0]),s=[e[0]-t[1],e[0]-t[0],e[1]-t[1],e[1]-t[0]].sort((i,a)=>i-a),r=i=>{let a=Math.max(t[0],e[0]-i),c=Math.min(t[1],e[1]-i);return c<=a?0:(n?N(-i)*
(c-a):Vt(c)-Vt(a))/o};return{step:null,corners:s.filter((i,a)=>a===0||i-s[a-1]>Dr),weight:r}}var Ee=512,Lr=gn(5);function Um({corners:t,positive:e,negative:n,weight:o}){
let s=t.length-1,r=e?null:Gm(t,o),i=new jr(t,s);for(let a=0;a<s;a++){let c=(t[a+1]-t[a])/Ee;for(let l=0;l<=Ee;l++){let u=t[a]+l*c,h=o(y(u,t[a]+1e-13,t[a+1]-1e-13)),
f=a*(Ee+1)+l;i.set(f,e?e(u):r.positive[f],n?n(u):r.negative[f],h*c,Math.exp(u))}}return i}function Gm(t,e){let n=t.length-1,o=new Float64Array(n*(Ee+1)),s=new Float64Array(
n*(Ee+1)),r=[0,0];for(let a=0;a<n;a++){let c=(t[a+1]-t[a])/Ee;for(let l=0;l<=Ee;l++){let u=a*(Ee+1)+l;[o[u],s[u]]=r,l<Ee&&(r=r.map((h,f)=>h+Vm(e,t[a]+l*c,c,f)))}}
let i=r[1];return{positive:o,negative:s.map(a=>i-a)}}function Vm(t,e,n,o){let s=0;for(let r=0;r<Lr.nodes.length;r++){let i=e+(Lr.nodes[r]+1)/2*n;s+=Lr.weights[r]*
t(i)*(o===0?1:Math.exp(i))}return s*n/2}var jr=class{constructor(e,n){let o=n*(Ee+1);this.step=null,this.corners=e,this.low=e[0],this.high=e[n];for(let s of["va\
lues","slopes","otherValues","otherSlopes"])this[s]=new Float64Array(o);this.perUnit=e.slice(1).map((s,r)=>Ee/(s-e[r]))}set(e,n,o,s,r){this.values[e]=n,this.slopes[e]=
s,this.otherValues[e]=o,this.otherSlopes[e]=-s*r}get positiveTotal(){return this.values[this.values.length-1]}get negativeTotal(){return this.otherValues[0]}positive(e){
return this.#e(this.values,this.slopes,e)}negative(e){return this.#e(this.otherValues,this.otherSlopes,e)}#e(e,n,o){if(o<=this.low)return e[0];if(o>=this.high)return e[e.
length-1];let s=this.#t(o),r=(o-this.corners[s])*this.perUnit[s],i=Math.min(r|0,Ee-1),a=r-i,c=s*(Ee+1)+i,l=e[c+1]-e[c],u=n[c],h=n[c+1];return e[c]+a*(u+a*(3*l-2*
u-h+a*(u+h-2*l)))}#t(e){let n=this.perUnit.length-1;for(;n>0&&e<this.corners[n];)n--;return n}weight(e){if(e<=this.low||e>=this.high)return 0;let n=this.#t(e),o=(e-
this.corners[n])*this.perUnit[n],s=Math.min(o|0,Ee-1),r=n*(Ee+1)+s,i=o-s;return(this.slopes[r]+i*(this.slopes[r+1]-this.slopes[r]))*this.perUnit[n]}},Wr=new WeakMap;
function Km(t){return Wr.has(t)||Wr.set(t,new Br(t)),Wr.get(t)}var Br=class{constructor({start:e,step:n,positive:o,negative:s}){let r=o.length-1;Object.assign(this,
{start:e,width:n,cases:o,others:s}),this.step=null,this.low=e,this.high=e+r*n,this.positiveTotal=o[r],this.negativeTotal=s[0]}positive(e){return this.#e(this.cases,
e)}negative(e){return this.#e(this.others,e)}weight(e){if(e<=this.low||e>=this.high)return 0;let n=Math.floor((e-this.start)/this.width);return(this.cases[n+1]-
this.cases[n])/this.width}#e(e,n){let o=e.length-1,s=y((n-this.start)/this.width,0,o),r=Math.min(Math.floor(s),o-1);return e[r]+(s-r)*(e[r+1]-e[r])}};function re(t,e,n){
return t.step===null?n?t.positive(e):t.negative(e):e>=t.step-1e-9===n?n?t.positiveTotal:t.negativeTotal:0}var Zm=gn(33),Ym=gn(11),zr=gn(17),Go=64,Jm=16,Xm=4,Qm=.3,qr=1e-7,yn=[0,1],nl=1e3;function ed({prevalence:t,weight:e,units:n}){if(e?.prevalences&&!D(n).weighted){
let{atoms:r,pieces:i}=e.prevalences,a=({low:c,high:l,density:u})=>td(c,l,Float64Array.from(u));return{atoms:r,ranges:i.map(c=>({...c,density:a(c)}))}}let[o,s]=t.
map(M);return s-o<qr?{atoms:[[(o+s)/2,1]],ranges:[]}:{atoms:[],ranges:[{low:o,high:s,density:()=>1/(s-o)}]}}function td(t,e,n){return o=>eo(n,(o-t)/(e-t)*(n.length-
1))}function ol({atoms:t,ranges:e},{nodes:n,weights:o}){let s=({low:r,high:i,density:a})=>{let c=(i-r)/2;return Array.from(n,(l,u)=>{let h=r+c*(l+1);return[h,c*
o[u]*a(h)]})};return[...t,...e.flatMap(s)]}function rl(t,e,n){return new Hr(new Vo(t,e,{cut:null,...n}))}function il(t,e,n){let o=new Vo(t,e,{cut:null,...n});return o.
nodes.reduce((s,{x:r,share:i,tilt:a})=>{let c=o.at(r);return s+i*(o.weighted(0,a,c).mean+o.weighted(1,a,c).mean)},0)}var Vo=class{constructor(e,n,o){Object.assign(
this,{sample:e,deployment:n,...o}),this.gamma=n.gamma,this.tilts=e.tilts,this.prevalences=ed(n),this.nodes=this.withTilts(ol(this.prevalences,Zm))}withTilts(e){
return e.map(([n,o])=>({x:n,share:o,tilt:this.tilt(n)}))}tilt(e){return this.tilts.by((1-this.gamma)*(e-this.observed))}at(e){let{cost:n,units:o}=this.deployment,
s=N(e),r=Qn({prevalence:[s,s],cost:n,units:o});return this.cut!==null?new Ko({...r,step:this.cut},0):new Ko(r,this.source+(1-this.gamma)*(e-this.observed))}get runningCost(){
let{cost:e,units:n}=this.deployment,{ranges:o}=this.prevalences,[s,r]=[o[0]?.low,o.at(-1)?.high],[i,a]=Ot(n,e);return this.cut===null&&o.length>0&&this.gamma*(r-
s)>qr&&a-i<qr?(i+a)/2:null}get pieces(){let e=this.runningCost;if(e===null)return[sl(this,this.nodes)];let{atoms:n,ranges:o}=this.prevalences;return[sl(this,this.
withTilts(n)),...o.map(s=>nd(this,s,e))]}get corrections(){return ol(this.prevalences,Ym).map(([e,n])=>{let o=this.tilts.kept((1-this.gamma)*(e-this.observed)),
s=this.at(e),r=yn.map(a=>this.weighted(a,o,s)),i=(r[0].covariance+r[1].covariance)/o.apart;return{share:n,tilt:o,slope:i,gains:s,base:[r[0].mean+i,r[1].mean-i]}})}weighted(e,{
theta:n,logs:o},s){let{first:r,at:i,wide:a}=Jn(this.sample.sides[e].nodes),{z:c,share:l}=this.tilts.classes[e],[u,h,f]=[0,0,0];for(let p=0;p<a.length;p++)for(let m=r[p];m<
r[p+1];m++){let g=l[m]*Math.exp(n*c[m]-o[e]),v=g*s.ofSlice(e,i[m],a[p]);u+=v,h+=g*c[m],f+=v*c[m]}return{mean:u,covariance:f-h*u}}},Ko=class{constructor(e,n){Object.
assign(this,{gains:e,shift:n}),this.place=e.step===null?null:e.step+n;let{positiveTotal:o,negativeTotal:s}=e;this.totals=e.step===null?[e.positive(1/0),e.negative(
-1/0)]:[o,s]}get corners(){return this.place===null?this.gains.corners.map(e=>e+this.shift):[this.place]}of(e,n){return re(this.gains,n-this.shift,e===0)}slope(e,n,o){
let{gains:s,shift:r}=this;return s.step===null&&o-r>s.corners[0]&&o-r<s.corners.at(-1)?s.weight(n-r)*(e===0?1:Math.exp(n-r)):0}ofSlice(e,n,o){if(this.place===null||
o===0)return this.of(e,n);let s=y((n+o/2-this.place)/o,0,1);return this.totals[e]*(e===0?s:1-s)}};function sl(t,e){let n=e.map(r=>({...r,gains:t.at(r.x)})),o=n.
flatMap(({share:r,tilt:i,gains:a})=>{if(a.place===null)return[];let c=y(a.place,-nl,nl),l=u=>r*Math.exp(i.theta*t.tilts.bounded(c)-i.logs[u]);return[{place:c,worth:yn.
map(u=>a.totals[u]*l(u))}]}),s=(r,i,a)=>{let[c,l]=[0,0],u=t.tilts.bounded(i);for(let{share:h,tilt:f,gains:p}of n){let m=h*Math.exp(f.theta*u-f.logs[r]);c+=m*p.of(
r,p.place===null?i:a),l+=m*p.slope(r,i,a)}return[c,l]};return{corners:n.flatMap(({gains:r})=>r.corners),jumps:o,values:s}}function nd(t,{low:e,high:n,density:o},s){
let{gamma:r,observed:i,source:a}=t,c=od(t,{low:e,high:n,density:o},s),l=s+a-(1-r)*i,u=f=>f>l-r*n&&f<l-r*e,h=(f,p,m)=>{let g=y((l-p)/r,e,n);return[f===0?c.integral(
0,p,g,n):c.integral(1,p,e,g),u(m)?c.density(f,p,g)/r:0]};return{corners:[l-r*n,l-r*e],jumps:[],values:h}}function od(t,{low:e,high:n,density:o},s){let{prices:r}=D(
t.deployment.units),i=[0,1,2].map(()=>new Float64Array(Go+1));for(let f=0;f<=Go;f++){let p=e+(n-e)*f/Go,{theta:m,logs:g}=t.tilt(p);i[0][f]=m,r(p,s).forEach((v,_)=>i[1+
_][f]=Math.log(v)-g[_])}let[a,...c]=i,l=f=>(f-e)/(n-e)*Go,u=(f,p,m)=>o(m)*Math.exp(eo(a,l(m))*t.tilts.bounded(p)+eo(c[f],l(m)));return{density:u,integral:(f,p,m,g)=>{
let v=(g-m)/2;if(!(v>0))return 0;let _=0;for(let x=0;x<zr.nodes.length;x++)_+=zr.weights[x]*u(f,p,m+v*(zr.nodes[x]+1));return v*_}}}var Hr=class{constructor(e){
let{pieces:n}=e,o=e.corrections,s=e.nodes.map(({x:r,share:i})=>e.at(r).totals.map(a=>i*a));this.isWorld=!0,this.step=null,[this.low,this.high]=[-1/0,1/0],this.source=
e.source,this.exists=e.nodes.every(({tilt:r})=>r.isReached),[this.positiveTotal,this.negativeTotal]=yn.map(r=>s.reduce((i,a)=>i+a[r],0)),this.jumps=sd(n.flatMap(
({jumps:r})=>r)),this.slopeOfMix=-(1-e.gamma)*o.reduce((r,{share:i,slope:a})=>r+i*a,0),this.stretches=rd(e.tilts,n,o),Object.assign(this,{corrections:o,tilts:e.
tilts}),this.corners=[...new Set(n.flatMap(({corners:r})=>r))]}positive(e){return this.#e(0,e+this.source)}negative(e){return this.#e(1,e+this.source)}#e(e,n){return this.#t(
n).at(e,n)}#t(e){return this.stretches[this.#n(e)]}#n(e){let n=this.stretches.length-1;for(;n>0&&e<this.stretches[n].low-Gr;)n--;return n}#o(e,n,o){let[s,r]=[n-
o/2,n+o/2],i=this.#n(s);if(o===0||r<=this.stretches[i].high)return this.stretches[i].at(e,n);let a=0;for(let c=s;c<r;i++){let l=i+1<this.stretches.length?Math.min(
this.stretches[i].high,r):r;a+=(l-c)/o*this.stretches[i].at(e,(c+l)/2),c=l}return a}ofBins(e,n){let o=n?0:1,{first:s,at:r,wide:i}=Jn(e),[a,c]=[new Float64Array(
i.length),new Float64Array(i.length)];for(let l=0;l<i.length;l++){let u=s[l+1]-s[l],[h,f,p,m]=[0,0,0,0];for(let g=s[l];g<s[l+1];g++)m=this.#o(o,r[g],i[l]),g===s[l]&&
(p=m),h+=m-p,f+=(m-p)**2;a[l]=p+h/u,c[l]=Math.sqrt(Math.max(f/u-(h/u)**2,0))*(m<p?-1:1)}return{gain:a,half:c}}endsOf({x:e,s:n,length:o},s,r,i){let[a,c]=[1/0,-1/0],
l=[1/0,-1/0];for(let h=0;h<o;h++)for(let f of[e[h]-r*n[h],e[h]+r*n[h]]){let p=this.#e(s,f);p<a&&(a=p),p>c&&(c=p),l=[Math.min(l[0],f),Math.max(l[1],f)]}let u=this.#r(
s,i,l);return[Math.min(a,...u),Math.max(c,...u)]}#r(e,n,o){return[...new Set(this.corners.map(r=>y(r,...o)))].flatMap(r=>{let i=this.tilts.bounded(r),[a,...c]=[
0,0,0];for(let{share:l,tilt:u,base:h,gains:f}of this.corrections){let p=Math.exp(u.theta*i-u.logs[e]);a+=l*h[e]*(p-1),c=c.map((m,g)=>m+l*p*f.of(e,n[g]))}return c.
map(l=>l-a)})}meanSlope({nodes:e,w:n,weight:o},s){let[r,i]=e,a=l=>this.#t(l).slope(s,l),c=0;for(let l=0;l<n.length;l++)c+=n[l]*(a(r[l])+a(i[l]));return c/2/o}},
Gr=1e-9;function sd(t){let e=new Map;for(let{place:n,worth:o}of t){let s=Math.round(n/Gr),r=e.get(s)?.worth??[0,0];e.set(s,{place:n,worth:o.map((i,a)=>i+r[a])})}
return[...e.values()]}function rd(t,e,n){let[o,s]=t.ends,r=Math.max(Qm*(s-o),.001),i=[...t.bounds,...e.flatMap(({corners:c})=>c)].filter(c=>c>o-r&&c<s+r).sort((c,l)=>c-
l),a=[o-r,...i,s+r].filter((c,l,u)=>l===0||c-u[l-1]>Gr);return a.slice(1).map((c,l)=>new Ur(t,[a[l],c],e,n))}var Ur=class{constructor(e,[n,o],s,r){let i=Math.max(
Math.ceil(Jm*(o-n)),Xm);Object.assign(this,{low:n,high:o,perUnit:i/(o-n)}),this.gains=yn.map(()=>new Float64Array(i+1)),this.slopes=yn.map(()=>new Float64Array(
i+1));for(let a=0;a<=i;a++){let c=n+(o-n)*a/i,l=e.bounded(c);for(let u of yn){let[h,f]=[0,0];for(let{values:p}of s){let[m,g]=p(u,c,(n+o)/2);h+=m,f+=g}for(let{share:p,
tilt:m,base:g}of r)h-=p*g[u]*(Math.exp(m.theta*l-m.logs[u])-1);this.gains[u][a]=h,this.slopes[u][a]=f}}}at(e,n){return eo(this.gains[e],(n-this.low)*this.perUnit)}slope(e,n){
return eo(this.slopes[e],(n-this.low)*this.perUnit)}};function eo(t,e){let n=t.length-1,o=y(e,0,n),s=y(Math.floor(o)-1,0,n-3),r=o-s,[i,a,c]=[r-1,r-2,r-3];return(r*
a*c*t[s+1]-r*i*c*t[s+2])/2+(r*i*a*t[s+3]-i*a*c*t[s])/6}function Ae(t,e){let n=t.prevalence===null;return{prevalence:n?[e.prevalence,e.prevalence]:t.prevalence,cost:t.cost,units:t.units,weight:t.weight??null,own:n,gamma:id(
t,e)}}function id({shift:t=1,shifts:e},{models:[n]}){return t??e[n].gamma}function to({own:t,gamma:e}){return!t&&e<1}function Dt(t,e,n){if(to(n))return ad(t,e,n);
let o=Zt(t,e),s=Bo(t,e)!==null,r=al(e,n,o),i=n.own?ei(r,n):0,a=n.own===s,c=a?md(r,s):0;r.derivative=i+c;let l=a&&hl(r);return!l&&!Xr(n)||(r.moving={jumps:l,valueAt:u=>cl(
r,n,c,u),at:u=>al(e,Zo(n,u),s?o:o+u),known:()=>r.withDerivative(0)}),r}function ad(t,e,n){let o=Zt(t,e),s=M(e.prevalence),r=Bo(t,e)!==null,i=Zr(e,n,{source:o,observed:s}),
a=n.gamma-Number(r);return i.derivative=i.gains.slopeOfMix-a*ld(i),a===0||!hl(i)||(i.moving={jumps:!0,valueAt:c=>i.value+i.derivative*c,at:c=>Zr(e,n,{source:r?o:
o+c,observed:s+c}),known:()=>i.withDerivative(0)}),i}function Zr(t,e,n){let o=rl(t,e,n),s=[0,1].map(c=>Wt(t.sides[c],c===0,o,n.source)),r=(c,l)=>t.sides.map((u,h)=>o.
endsOf(u,h,c,ll(l))),i=new we(t,s,r(he,t.scoreRange),0);Object.assign(i,{shift:n.source,gains:o,perfect:o.positiveTotal+o.negativeTotal});let a=e.weight?.prevalences===
null&&!D(e.units).weighted;return i.unsureBy(()=>{if(!o.exists)return Ic;if(a)return Cc;let c=[r(0,t.narrowestRange),r(Mr,t.widestRange)],{value:l,relative:u}=$r(
i,c);return{value:l+cd*i.perfect,relative:u}})}var cd=1e-6;function ld({sample:{sides:t},gains:e}){let n=Math.max(Math.sqrt(1/t[0].size+1/t[1].size),ml),o=e.meanSlope(
t[0],0)-e.meanSlope(t[1],1);return e.jumps.reduce((s,{place:r,worth:[i,a]})=>s+dl(t,{positiveTotal:i,negativeTotal:a},r,n),o)}function al(t,e,n){let o=ft(e),s=[
0,1].map(i=>Wt(t.sides[i],i===0,o,n)),r=new we(t,s,Qr(o,n,t.scoreRange),0);return Object.assign(r,{shift:n,gains:o,perfect:o.positiveTotal+o.negativeTotal}),r.unsureBy(
()=>$r(r,ul(t,o,n)))}function Zo(t,e){if(!t.own)return t;let n=N(M(t.prevalence[0])+e);return{...t,prevalence:[n,n]}}function Xr({own:t,units:e}){return t&&!D(e).
weighted}function cl({moments:t},e,n,o){let[s]=e.prevalence,[r]=Zo(e,o).prevalence;return t[0].mean*r/s+t[1].mean*(1-r)/(1-s)+n*o}var ud=1/4;function ll([t,e]){
let n=Number.isFinite(e-t)?ud*(e-t):0;return[t-n,e+n]}function Qr(t,e,n){let[o,s]=ll(n).map(r=>r-e);return[[re(t,o,!0),re(t,s,!0)],[re(t,s,!1),re(t,o,!1)]]}function ul({
narrowestRange:t,widestRange:e,certainRange:n},o,s){return[t,e,n].map(r=>Qr(o,s,r))}var Vr={patients:3,share:.01,within:2.5};function hl({sample:t,gains:e,shift:n}){
return(e.step===null?(e.jumps??[]).map(({place:s})=>s):[e.step+n]).some(s=>hd(t,s))}function hd({sides:t},e){let n=Vr.within*Math.sqrt(1/t[0].size+1/t[1].size),
o=t[0].weight+t[1].weight,s=new Map;for(let{x:r,s:i,w:a,q:c,length:l}of t)for(let u=0;u<l;u++){if(i[u]>0||Math.abs(r[u]-e)>n)continue;let[h,f]=s.get(r[u])??[0,0];
s.set(r[u],[h+a[u]**2/c[u],f+a[u]])}return[...s.values()].some(([r,i])=>r>=Vr.patients&&i>=Vr.share*o)}function fl(t,e,n){if(to(e))return fd(t,e,M(n));let o=pd(
t,e,n);if(!e.own)return o;let[s,r,i]=[Kr,-Kr,0].map(a=>pl(Zo(e,a)));return o.derivative=o.moments.reduce((a,{mean:c},l)=>a+(s[l]-r[l])/(2*Kr)*(c/i[l]),0),Yo(o,e)}
function fd(t,e,n){let o=M(t.prevalence),s=Zr(t,e,{source:o,observed:o,cut:n});return s.derivative=s.gains.slopeOfMix,s}function Yo(t,e){if(!Xr(e))return t;let n=o=>cl(
t,e,0,o);return t.moving={jumps:!1,valueAt:n,at:o=>t.known.movedBy(n(o)-t.value),known:()=>t.withDerivative(0)},t}function pd(t,e,n){let[o,s]=pl(e),r={step:M(n),
positiveTotal:o,negativeTotal:s},i=[0,1].map(c=>Wt(t.sides[c],c===0,r,0)),a=new we(t,i,Qr(r,0,t.scoreRange),0);return a.perfect=o+s,a.unsureBy(()=>Dc(a,[o,s],M(
n),ul(t,r,0)))}function pl(t){let{positiveTotal:e,negativeTotal:n}=ft(t);return[e,n]}var Kr=1e-4;function md({sample:{sides:t},gains:e,shift:n},o){let s=Math.max(
Math.sqrt(1/t[0].size+1/t[1].size),ml),r;return e.step!==null?r=dl(t,e,e.step+n,s):e.high-e.low<2*s?r=gd(t,e,n,s):r=Cr(t[0],!0,e,n)-Cr(t[1],!1,e,n),o?r:-r}function ei(t,e){
let n=M(e.prevalence[0]);return ti(e)?D(e.units).priceSlopes(n,Ot(e.units,e.cost)[0]).reduce((s,r,i)=>s+r*t.moments[i].mean,0):dd(t,e,n)}function ti({units:t,cost:e}){
let[n,o]=Ot(t,e);return!D(t).costMovesSlopes||o-n<1e-10}function dd(t,e,n){let s=[1e-4,-1e-4].map(r=>{let i=N(n+r),a=ft({...e,prevalence:[i,i]}),c=t.shift+r,l=0;
return t.sample.sides.forEach((u,h)=>{let{gain:f}=Wt(u,h===0,a,c),p=0;for(let m=0;m<u.length;m++)p+=u.w[m]*f[m];l+=p/u.weight}),l});return(s[0]-s[1])/(2*1e-4)}var ml=.02;
function gd(t,e,n,o){let s=r=>t.reduce((i,a,c)=>{let{gain:l}=Wt(a,c===0,e,n+r),u=0;for(let h=0;h<a.length;h++)u+=a.w[h]*l[h];return i+u/a.weight},0);return(s(-o)-
s(o))/(2*o)}function dl(t,e,n,o){let{positiveTotal:s,negativeTotal:r}=e,i=t.map(u=>{let h=Math.sqrt(3)*.9*u.scale*u.patients**-.2;return h>0&&Number.isFinite(h)?
(u.reached(n-h)-u.reached(n+h))/(2*h):0}),a=s*i[0]-r*i[1],c=u=>s*t[0].reached(n+u)+r*(1-t[1].reached(n+u)),l=(c(-o)-c(o))/(2*o);return Math.abs(l)>Math.abs(a)?l:
a}function Jo(t,e){let n=ft(e);return Object.fromEntries(Object.entries(vd).map(([o,s])=>{let r=[!0,!1].map(a=>re(n,s,a)),i=e.own?wd(t,r,s,e):null;return[o,{value:r[0]+
r[1],profile:i}]}))}var vd={[Ce]:1/0,[We]:-1/0,[$]:0};function wd(t,e,n,o){let s=Yr(t,e);if(s.derivative=_d(n,o),!Xr(o))return s;let r=i=>{let a=Qn(Zo(o,i));return[
!0,!1].map(c=>re(a,n,c))};return s.moving={jumps:!1,valueAt:i=>r(i).reduce((a,c)=>a+c),at:i=>Yr(t,r(i)),known:()=>s.withDerivative(0)},s}function Yr(t,e){let n=e.
map((o,s)=>{let{length:r}=t.sides[s];return{gain:new Float64Array(r).fill(o),half:new Float64Array(r)}});return new we(t,n,bd(e),0)}var bd=t=>t.map(e=>[e,e]);function _d(t,e){
let n=M(e.prevalence[0]),o=s=>{let r=N(n+s),i=ft({...e,prevalence:[r,r]});return re(i,t-s,!0)+re(i,t-s,!1)};return(o(1e-4)-o(-1e-4))/2e-4}var Xo={value:0,profile:null};
function Jt(t,e,n,{level:o,bounds:s,noise:r=0,pseudo:i=!0}){let a=n-t.value;if(t.profile===null){let c=s?.map(l=>l-t.value);return se(a,[e],{pseudo:i,level:o,noise:r,
bounds:c})}return se(a,[nt(e,Qo(e,t.profile))],{pseudo:i,level:o,noise:r})}function Qo({sample:t},e){let n=Yr(t,e.classes.map(({gain:o})=>o[0]));return n.derivative=
e.derivative,e.moving===null||(n.moving={...e.moving,at:o=>Qo(n,e.at(o)),known:()=>n.withDerivative(0)}),n}function nt(t,e){let n=t.classes.map((r,i)=>{let a=e.
classes[i];return{gain:Jr(r.gain,a.gain),half:Jr(r.half,a.half)}}),o=t.ends.map(([r,i],a)=>{let{mean:c}=e.moments[a];return e.reach[a]===0?[r-c,i-c]:[0,Math.max(
i-r,e.reach[a])]}),s=new we(t.sample,n,o,t.derivative-e.derivative);return s.unsureBy(()=>Ho(t,e)),gl(s,t,e,nt)}function gl(t,e,n,o){return t.clusterParts=[e,n],
t.added+=e.value-n.value-t.value,e.moving===null&&n.moving===null||(t.moving={jumps:!!(e.moving?.jumps||n.moving?.jumps),valueAt:s=>e.valueAt(s)-n.valueAt(s),at:s=>o(
e.at(s),n.at(s)),known:()=>o(e.known,n.known)}),t}function Jr(t,e){let n=new Float64Array(t.length);for(let o=0;o<n.length;o++)n[o]=t[o]-e[o];return n}function ni(t,e,n){
let o=[],s=[0,1].map(a=>{let c=t.sides[a],l=Wt(c,a===0,e.gains,e.shift,c.nodes),u=Wt(c,a===0,n.gains,n.shift,c.otherNodes);o.push([Uo(c,l).within,Uo(c,u).within]);
let h=new Float64Array(c.length);for(let f=0;f<h.length;f++)h[f]=l.half[f]**2+u.half[f]**2-2*c.r[f]*l.half[f]*u.half[f];return{gain:Jr(l.gain,u.gain),variance:h}}),
r=e.reach.map((a,c)=>[0,Math.max(a,n.reach[c])]),i=new we(t,s,r,e.derivative-n.derivative);return i.moments.forEach((a,c)=>xd(a,o[c],[e,n],c)),i.unsureBy(()=>qc(
i,e,n)),gl(i,e,n,(a,c)=>ni(t,a,c))}function xd(t,e,n,o){let s=n.map((a,c)=>e[c]>0?a.moments[o].within/e[c]:1),r=Math.sqrt(s[0]*s[1]),i=s.reduce((a,c,l)=>a+e[l]*
(c-r),0);t.within=Math.max(r*t.within+i,0)}function es(t,e,n,o=Xo){let{optimism:s}=t.sample,{gains:r}=t,i=yd(t,e),a=kd(t,e,i.derivative),c=t.sample.clusters?i:a,{mean:l,variance:u}=s.at(r);for(let v of[i,
a])v.unsureBy(()=>Hc(t,a.value-i.value,l));let h=[0,r.positiveTotal+r.negativeTotal],f=nt(i,t),p=a.value,m=t.value,g=o.profile===null;return{total:Jt(o,t,m,{level:n,
bounds:h}),sharpness:Jt(o,c,p,{level:n,bounds:h,pseudo:g,noise:l**2+u}),calibration:se(p-m,[f],{level:n,bounds:[0,1/0],noise:l**2+u}),sharpnessCorrected:Jt(o,c,
p-l,{level:n,bounds:h.map(v=>v-l),pseudo:g,noise:u*oi}),calibrationCorrected:se(p-l-m,[f],{level:n,noise:u*oi}),perfect:h[1]-o.value,uninformative:re(r,0,!0)+re(
r,0,!1)-o.value,parts:{sharp:i,seen:c,optimism:l,noise:[l**2+u,u*oi]}}}var vl=w.constants.recalibrations_simulated,oi=vl/(vl-1);function yd(t,e){let{sample:n,gains:o}=t,
s=n.sides.map((i,a)=>{let c=n.blocks.evidence.map(p=>re(o,p,a===0)),[l,u]=n.blockPlaces[a],h=new Float64Array(i.length),f=new Float64Array(i.length);for(let p=0;p<
i.length;p++)h[p]=(c[l[p]]+c[u[p]])/2,f[p]=(c[l[p]]-c[u[p]])/2;return{gain:h,half:f}}),r=new we(n,s,wl(o),0);return e.own&&(r.derivative=Md(n,o,e)),r.gains=o,Yo(
r,e)}function wl({positiveTotal:t,negativeTotal:e}){return[[0,t],[0,e]]}function kd({sample:{blocks:t},gains:e},n,o){let s=t.sides.map((a,c)=>{let l=t.evidence.
map(u=>re(e,u,c===0));return{gain:l,half:new Float64Array(l.length)}}),r={sides:t.sides,clusters:null},i=new we(r,s,wl(e),o);return i.gains=e,Yo(i,n)}function Md(t,e,n){
let{blocks:o}=t,r={moments:o.sides.map((i,a)=>{let c=0;for(let l=0;l<i.length;l++)c+=i.w[l]*re(e,o.evidence[l],a===0);return c/i.weight}).map(i=>({mean:i}))};return ti(
n)?ei(r,n):Od(t,n)}function Od(t,e){let n=M(e.prevalence[0]),{blocks:o}=t,s=r=>{let i=N(n+r),a=ft({...e,prevalence:[i,i]});return o.sides.reduce((c,l,u)=>{let h=0;
for(let f=0;f<l.length;f++)h+=l.w[f]*re(a,o.evidence[f]-r,u===0);return c+h/l.weight},0)};return(s(1e-4)-s(-1e-4))/2e-4}function bl(t,e,n,o){let s=e.map(p=>Td(t,p,Ae({...n,prevalence:null},p))),[r,i]=e.map(p=>p.prevalence),a=n.prevalence===null&&r!==i,c=a?{...n,prevalence:[Math.min(
r,i),Math.max(r,i)]}:n,l=e.map(p=>Ae(c,p)),u=e.map((p,m)=>Dt(t,p,l[m])),h=u.map((p,m)=>es(p,l[m],o)),f=a?kl(t,e,n):null;return Ed(s,u,h,f,o)}function _l(t,e,n,o){
let[s,r]=e.map(h=>h.prevalence),i=n.prevalence===null&&s!==r,a=i?{...n,prevalence:[Math.min(s,r),Math.max(s,r)]}:n,c=e.map(h=>Dt(t,h,Ae(a,h))),l=i?kl(t,e,n):null,
u=l?xl(c,l.mechanism):c;return se(c[0].value-c[1].value,u,{pseudo:!l,level:o})}function Td(t,e,n){let o=Dt(t,e,n),{zero:s}=D(n.units);return s===null?o:nt(o,Qo(
o,Jo(e,n)[s].profile))}function Ed(t,e,n,o,s){let r=([x,k])=>x.value-k.value,i=n.map(x=>x.parts.seen),a=n.map(x=>x.parts.sharp),c=x=>n[0].parts.noise[x]+n[1].parts.
noise[x],l=n[0].parts.optimism-n[1].parts.optimism,u=r(t),h=r(e),f=n[0].sharpness.value-n[1].sharpness.value,p=(x,k)=>o?xl(x,k):x,m=[0,1].map(x=>nt(e[x],a[x])),
g=[0,1].map(x=>nt(t[x],e[x])),v={total:se(u,t,{pseudo:!0,level:s}),mechanism:se(h,p(e,o?.mechanism),{pseudo:!o,level:s}),labelShift:se(u-h,p(g,Ad(o?.mechanism)),
{level:s}),sharpness:se(f,p(i,o?.sharpness),{pseudo:!o,level:s,noise:c(0)}),sharpnessCorrected:se(f-l,p(i,o?.sharpness),{level:s,noise:c(1)})},_=o&&o.mechanism.
map((x,k)=>x-o.sharpness[k]);return v.calibration=se(h-f,p(m,_),{level:s,noise:c(0)}),v.calibrationCorrected=se(h-f+l,p(m,_),{level:s,noise:c(1)}),v}function Ad(t){
return t?.map(e=>-e)}function xl(t,e){return t.map((n,o)=>yl(n,o===0?e[o]:-e[o]))}function yl(t,e){let n=t.withDerivative(t.derivative+e);return t.moving===null||
(n.moving={...t.moving,valueAt:o=>t.valueAt(o)+e*o,at:o=>yl(t.at(o),e),known:()=>t.known}),n}function kl(t,e,n){let o=e.map(r=>M(r.prevalence)),s={mechanism:[0,
0],sharpness:[0,0]};return e.forEach((r,i)=>{let a=Pr(r),[c,l]=[a,-a].map(u=>Sd(t,e,n,o.map((h,f)=>f===i?h+u:h)));for(let u of["mechanism","sharpness"])s[u][i]=
(c[u]-l[u])/(2*a)}),s}function Sd(t,e,n,o){let s=[Math.min(...o),Math.max(...o)].map(N),r=e.map(i=>{let a=Ae({...n,prevalence:s},i),c=ft(a);return{mechanism:Dt(
t,i,a).value,sharpness:Nd(i,c)}});return{mechanism:r[0].mechanism-r[1].mechanism,sharpness:r[0].sharpness-r[1].sharpness}}function Nd({blocks:t},e){return t.sides.
reduce((n,o,s)=>{let r=0;for(let i=0;i<o.length;i++)r+=o.w[i]*re(e,t.evidence[i],s===0);return n+r/o.weight},0)}function Se(t,e,n){let o;Object.defineProperty(t,e,{enumerable:!0,get:()=>o??=n()})}var no=-1,oo=-2,[si,Ml]=[40,26],ts=class{#e;#t=0;constructor(e,n,o){this.prevalence=Ol(o.prevalence,si),this.cost=Ol(o.cost,Ml),this.axes=o,this.names=[...n,...dn],
this.settingAt=e,this.winner=this.cost.map(()=>new Array(si).fill(null)),this.#e=Id(Ml,si)}get done(){return this.#t>=this.#e.length}work(e){let n=performance.now()+
e;for(let o=!0;!this.done&&(o||performance.now()<n);o=!1){let[s,r]=this.#e[this.#t++],[i,a]=[this.prevalence[r],this.cost[s]],c=Tt(this.settingAt(i,a).judgement());
this.winner[s][r]=$d(c,this.names,i,a)}return this.done}};function $d(t,e,n,o){let{kind:s,model:r,settled:i}=t;return s==="use"?e.indexOf(r):s==="none"&&i?Rd(e,
n,o):s==="coarse"?oo:no}function Rd(t,e,n){let[o,s]=dn;return t.indexOf(e>=n?o:s)}function Ol([t,e],n){let[o,s]=[M(t),M(e)];return Array.from({length:n},(r,i)=>N(
o+(s-o)*(i+.5)/n))}function Id(t,e){let n=[];for(let o of[4,2,1])for(let s=0;s<t;s+=o)for(let r=0;r<e;r+=o)o<4&&s%(2*o)===0&&r%(2*o)===0||n.push([s,r]);return n}var Al=Object.keys(w.rates),Sl=Object.keys(w.counts),Cd=5,Pd=1.5,Fd=.005,Ld={value:.5,low:0,high:1,error:1,coarse:!0},Tl=1e-12,Wd=[[1,0],[0,1]],ns=class{constructor(e,n,{
prevalence:o,observed:s,level:r,gamma:i=1}){Object.assign(this,{sample:e,cut:n,observed:s,level:r,clusters:e.clusters}),this.prices=[o,1-o],this.tilted=s||i===1?
null:this.#e((1-i)*(M(o)-M(e.prevalence)),i);let a=this.tilted?.sides??e.sides;this.reached=a.map(c=>c.x.map((l,u)=>Kt(l,c.s[u],n))),this.treated=a.map((c,l)=>Bd(
c,this.reached[l])),this.others=this.treated.map(zd),this.unsure=a.map((c,l)=>this.tilted?.isReached===!1?1/0:Rr(c,n)+qo(e.doubt,l))}#e(e,n){let o=this.sample.tilts.
kept(e);return{...o,sides:wc(this.sample,o),perDistance:1-n}}all(){let e=this.prices.map(r=>1e3*r),n=this.observed?this.#c(this.#u(!0,e)):this.#g(!0,(r,i)=>e[0]*
r+e[1]*i,1e3),[o,s]=[!0,!1].map(r=>this.#s(r,[e[0],0]));return{sensitivity:this.#t(this.#c(this.#a(!0,[1,0],1)),[1,0],1),specificity:this.#t(this.#c(this.#a(!1,
[0,1],1)),[0,1],1),ppv:this.#t(this.#_(!0),this.#r(!0),1,this.#o(!0)),npv:this.#t(this.#_(!1),this.#r(!1),1,this.#o(!1)),treated_per_1000:this.#t(n,e,1e3),true_positives_per_1000:this.#t(
o,[e[0],0],e[0]),false_negatives_per_1000:this.#t(s,[e[0],0],e[0]),false_positives_per_1000:this.#t(this.#s(!0,[0,e[1]]),[0,e[1]],e[1])}}consequences(){let[e,n]=this.
treated.map(({share:r})=>r),[o,s]=this.prices;return{prevalence:o,treated:1e3*(o*e+s*n),truePositives:1e3*o*e,falseNegatives:1e3*o*(1-e),falsePositives:1e3*s*n,
error:{truePositives:1e3*o*this.unsure[0],falsePositives:1e3*s*this.unsure[1]}}}#t(e,n,o,s=1/0){if(e===null||e.coarse)return e;let r=Math.hypot(...n.map((c,l)=>c*
this.unsure[l])),i=Math.max(e.high-e.value,e.value-e.low),a=r*(1+Math.abs(1-2*e.value/o))+this.#n(s)*i;return{...e,error:a,coarse:a>i}}#n(e){return this.sample.
isExact?this.tilted?Fd:0:Ir(this.sample)+Pd/e}#o(e){return this.#i(e).reduce((n,{share:o,size:s})=>n+o*s,0)}#r(e){let n=this.#i(e).map(({share:s},r)=>this.prices[r]*
s),o=(n[0]+n[1])**2;return o>0?[this.prices[0]*n[1]/o,this.prices[1]*n[0]/o]:[0,0]}#i(e){return e?this.treated:this.others}#s(e,n){let o=this.observed?this.#u(e,
n):this.#a(e,n,n[0]+n[1]);return this.#c(o)}#u(e,n){let[o,s]=this.#i(e).map(({share:i})=>i),r=this.prices[1]*n[0]*o-this.prices[0]*n[1]*s;return this.#a(e,n,1e3,
r)}#a(e,n,o,s=0,r=null){let i=this.#i(e),a=n.map((f,p)=>f*i[p].share),c=[a[0]-s,a[1]+s],l=this.tilted?this.#l(e,n,s):i.reduce((f,p,m)=>f+qd(p,n[m],c[m]),0),u=i.
flatMap(({size:f},p)=>n[p]===0?[]:[o*f/Math.abs(n[p])]);return{...{treated:e,prices:n,most:o,derivative:s,value:r??a[0]+a[1],alone:l},endSize:Math.min(...u)}}#l(e,n,o){
return this.#m(e,n,o).spreads().reduce((r,{within:i,between:a})=>r+i+a,0)}#c(e){let{value:n,most:o}=e,[s,r]=this.#f(e);return{value:n,low:o*s,high:o*r}}#f({value:e,
most:n,alone:o,endSize:s,...r}){let i=o,a=1/0;if(this.clusters){let h=this.#h(r);i=Math.max(o,h[0]),a=h[1]}let c=e/n,u=!(i>0)||Math.min(c,1-c)<Tl?s:Math.min(c*(1-
c)*n**2/i,s);return Dd(c,u,ut(Math.min(a,1e9),this.level))}#h({treated:e,prices:n,derivative:o}){let s=this.#m(e,n,o),{variance:r,degrees:i}=St([s]),[,a]=Yt(s.spreads().
flatMap(({size:c,within:l,between:u})=>[[l*c/(c-1),c-1],[u,c-1]]));return[r,Math.min(i,a)]}#m(e,n,o){let s=this.reached.map((i,a)=>({gain:i.map(c=>n[a]*(e?c:1-c)),
half:i.map(c=>n[a]*Math.sqrt(c*(1-c)))})),r=n.map(i=>[Math.min(i,0),Math.max(i,0)]);return this.tilted?this.#x(s,r,o):new we(this.sample,s,r,o)}#x(e,n,o){let{sides:s,
apart:r,perDistance:i}=this.tilted,a=s.map((u,h)=>u.momentsOf(e[h].gain)),c=(a[0].covariance+a[1].covariance)/r,l=e.map(({gain:u,half:h},f)=>{let p=a[f].mean+(f===
0?c:-c),{tilts:m}=s[f];return{gain:u.map((g,v)=>p+m[v]*(g-p)),half:h.map((g,v)=>m[v]*g)}});return new we(this.sample,l,n,o-i*c)}#_(e){let n=this.#i(e).map(({share:c},l)=>this.
prices[l]*c),o=n[0]+n[1];if(!this.sample.isExact&&this.#d(e))return Ld;if(o===0)return null;let s=e?0:1;if(!this.observed)return this.#g(e,(...c)=>jd(this.prices,
s,c),1);let r=n[s]/o,i=e?1:-1,a=[i*this.prices[0]*n[1]/o**2,-i*this.prices[1]*n[0]/o**2];return this.#c(this.#a(e,a,1,i*r*(1-r),r))}#d(e){let n=this.#o(e);if(n>
0)return n<Cd;let[o,s]=this.sample.widestRange;return e?s>=this.cut:o<this.cut}#g(e,n,o){let s=Wd.map(f=>this.#a(e,f,1)),r=s.map(({value:f})=>f),i=n(...r),a=s.map(
(f,p)=>this.#f(f).map(m=>n(...r.map((g,v)=>v===p?m:g))-i)),c=a.map(([f,p])=>p>=f),l=(c[0]===c[1]?1:-1)*this.#v(s),u=El(a.map(f=>Math.min(...f)),l),h=El(a.map(f=>Math.
max(...f)),l);return{value:i,low:Math.max(i-u,0),high:Math.min(i+h,o)}}#v([e,n]){if(!this.clusters&&!this.tilted)return 0;let o=a=>this.clusters?this.#h(a)[0]:this.#l(
a.treated,a.prices,a.derivative),[s,r]=[e,n].map(o);if(Math.min(s,r)<=Tl*Math.max(s,r))return 0;let i=o({...e,prices:[1,1]});return y((i-s-r)/2/Math.sqrt(s*r),-1,
1)}};function Dd(t,e,n){let o=y(t,0,1),s=n**2/e,r=(o+s/2)/(1+s),i=Math.sqrt(s*o*(1-o)+s**2/4)/(1+s);return[Math.min(Math.max(r-i,0),o),Math.max(Math.min(r+i,1),
o)]}function jd(t,e,n){let o=n.map((s,r)=>t[r]*s);return o[e]/(o[0]+o[1])}function El([t,e],n){return Math.sqrt(Math.max(t**2+e**2+2*n*Math.abs(t*e),0))}function Bd({
w:t,q:e,weight:n,squares:o},s){let r=0,i=0;for(let a=0;a<s.length;a++)r+=t[a]*s[a],i+=e[a]*s[a];return{weight:n,squares:o,counted:r,countedSquares:i,share:r/n,size:n**
2/o}}function zd({weight:t,squares:e,counted:n,countedSquares:o,size:s}){let r=t-n;return{weight:t,squares:e,counted:r,countedSquares:e-o,share:r/t,size:s}}function qd({
weight:t,squares:e,countedSquares:n},o,s){return((o-s)**2*n+s**2*(e-n))/t**2}function os(t,e){if(!Hd(t,e)||D(e.units).weighted)return null;let{result:n}=t;return e.group===null?n:n.groups.find(({name:o})=>o===e.group)??null}function Hd({
own:t,ownIsExact:e},n){let o=({prevalence:r,cost:i,shift:a})=>`${r}|${i}|${r===null?"":a}`;return o(n)===o(t)&&(e||!!n.study)&&!ss(n)}function ss({sources:t={},
recalibrated:e=[]}){return e.length>0||Object.keys(t).length>0}function ot(t,e){if(!e||e.value===null||e.low===null)return t;let{value:n,low:o,high:s}=e;return{
value:n,low:o,high:s,error:0,coarse:!1}}function Nl(t,e,n){return ot(n,t?.models?.[e]?.net_benefit)}function $l(t,e,n){let o=t?.models?.[e];return o?{...n,total:ot(
n.total,o.net_benefit),sharpness:ot(n.sharpness,o.sharpness),calibration:ot(n.calibration,o.calibration),calibrationCorrected:ot(n.calibrationCorrected,o.calibration_corrected)}:
n}function Rl(t,e,n){return ot(n,t?.default_strategies?.[e]?.net_benefit)}function Il(t,e,{score:n,withCommonCutoff:o}){let s=t?.models?.[e];return{score:ot(n,s?.
net_benefit),withCommonCutoff:ot(o,s?.at_common_threshold?.net_benefit)}}var Ud={total:"total",mechanism:"mechanism",labelShift:"label_shift",sharpness:"sharpne\
ss",calibration:"calibration",sharpnessCorrected:"sharpness_corrected",calibrationCorrected:"calibration_corrected"};function Cl(t,e,{model:n,group:o,reference:s,
parts:r,readings:i}){let a=os(t,{...e,group:o})?.gaps?.find(h=>h.model===n);if(!(a&&(a.reference===s||t.groups.length===2)))return{parts:r,readings:i};let l=Object.
entries(r).map(([h,f])=>[h,ot(f,a[Ud[h]])]),u=a.readings?.difference_at_equal_prevalence;return{parts:Object.fromEntries(l),readings:i&&{...i,group:ot(i.group,u?.
group),all:ot(i.all,u?.all)}}}function Pl(t,e){let n=t?.models?.[e];if(!n?.sensitivity)return null;let o=r=>r&&{value:r.value,low:r.low,high:r.high,error:0},s=n.
per_1000_at_threshold;return Object.fromEntries([...Al.map(r=>[r,o(n[r])]),...Sl.map(r=>[r,o(s[r.replace("_per_1000","")])])])}function Fl(t,e,n){for(let{model:o,
reference:s,difference:r,confidence:i,confidence_above_margin:a}of t?.comparisons??[]){let c=o===e&&s===n;if(r.low===null||!c&&(o!==n||s!==e))continue;let{value:l,
low:u,high:h,simultaneous:f,standard_error:p}=r,m={seen:()=>p**2,error:0,coarse:!1};if(c)return{value:l,low:u,high:h,simultaneous:f,...m,confidence:(x=0)=>x===0?
i:a};let g={low:-f.high,high:-f.low},v=(_=0)=>_===0?1-i:null;return{value:-l,low:-h,high:-u,simultaneous:g,...m,confidence:v}}return null}function Ll({data:t,groups:e}){
let n=e.filter(({estimable:r})=>r).map(({prevalence:r})=>r),{low:o,high:s}=t.observed_prevalences;return{everyone:t.prevalence,groups:n,low:o,high:s}}function rs(t,e){
let n=e.models.length===t.models.length;if(e.group!==null||e.units!==yo||!n||os(t,e)===null)return null;let{verdict:o}=t.result;return(e.margin??null)!==o.margin?
null:{text:o.text,best:o.best,tied:o.tied,betterThanWithout:o.better_than_without,decided:o.decided,runnerUp:o.runner_up,difference:{value:o.difference.value,...o.
difference.simultaneous},added:{value:o.added.value,...o.added.simultaneous},nonInferior:o.non_inferior,outside:o.outside,flips:o.flips.map(({beyond_chance:s,...r})=>({
...r,beyondChance:s}))}}var kn=4096,Bl=1e-9,Wl=1e9;function zl(t,e,n){let o=Gd(t,e),s=o.length>1?Vd(o):o;return s.length===0||s[0].length<=1?n:1-2*Ao(Kd(s,n))}function Gd(t,e){let n=Bl*
Math.max(0,...t.flat()),o=e.filter(([s,r])=>t[s][r]>n);return o.map(([s,r])=>o.map(([i,a])=>{let c=(t[s][a]+t[r][i]-t[s][i]-t[r][a])/2;return Math.min(Math.max(
c/Math.sqrt(t[s][r]*t[i][a]),-1),1)}))}function Vd(t){let e=t.map(o=>[...o]),n=e.map(()=>[]);for(let o=0;o<e.length;o++){let s=e.reduce((c,l,u)=>Math.max(c,l[u]),
-1/0),r=e.findIndex((c,l)=>c[l]>=s-Bl);if(e[r][r]<=1e-6)break;let i=Math.sqrt(e[r][r]),a=e.map(c=>c[r]/i);a.forEach((c,l)=>n[l].push(c));for(let c=0;c<e.length;c++)
for(let l=0;l<e.length;l++)e[c][l]-=a[c]*a[l]}return n.map(o=>o.map(s=>s/Math.hypot(...o)))}function Kd(t,e){let n=t[0].length,o=Zd(t,Jd(n)),s=Yd(n),r=c=>{let l=0;
for(let u=0;u<kn;u++)l+=s(c/o[u]);return l/kn},i=ut(Wl,e)-.01,a=ut(Wl,1-(1-e)/t.length)+.01;for(;r(a)<e;)a+=.1;for(;r(i)>e;)i-=.1;return vn(c=>r(c)-e,i,a,1e-9)}
function Zd(t,e){let n=t[0].length,o=new Float64Array(kn);for(let s=0;s<kn;s++)for(let r of t){let i=0;for(let a=0;a<n;a++)i+=r[a]*e[s*n+a];o[s]=Math.max(o[s],Math.
abs(i))}return o}function Dl(t,e){let n=t*t/2,o=e%2===0,s=o?1:Math.sqrt(2/Math.PI)*t,r=0;for(let a=o?2:3;a<=e;a+=2)r+=s,s*=2*n/a;return(o?1:1-2*Ao(t))-Math.exp(
-n)*r}var so=128,jl=12,ri=new Map;function Yd(t){if(!ri.has(t)){let o=Array.from({length:jl*so+1},(i,a)=>a/so),s=Float64Array.from(o,i=>Dl(i,t)),r=Float64Array.
from(o,(i,a)=>i*(Dl(i,t-2)-s[a])/so);ri.set(t,{values:s,slopes:r})}let{values:e,slopes:n}=ri.get(t);return o=>{if(o>=jl)return 1;let s=Math.floor(o*so),r=o*so-s,
i=e[s+1]-e[s],[a,c]=[n[s],n[s+1]];return e[s]+r*(a+r*(3*i-2*a-c+r*(a+c-2*i)))}}var ii=new Map;function Jd(t){return ii.has(t)||ii.set(t,Xd(t)),ii.get(t)}function Xd(t){
let e=Math.ceil(t/2),n=2;for(let r=0;r<64;r++)n=(1+n)**(1/(2*e+1));let o=new Float64Array(kn*t),s=(r,i)=>(.5+(r+1)*n**-(i+1))%1;for(let r=0;r<kn;r++){let i=[];for(let c=0;c<
e;c++){let l=Math.sqrt(-2*Math.log1p(-s(r,2*c))),u=2*Math.PI*s(r,2*c+1);i.push(l*Math.cos(u),l*Math.sin(u))}i.length=t;let a=Math.hypot(...i);i.forEach((c,l)=>o[r*
t+l]=c/a)}return o}var Qd=[.5,.5],eg=["","prevalence","cost","both"],ro=16,as=class t{#e=new Map;#t=new Map;#n=new Map;#o=null;#r=new Map;#i=new Map;#s=null;#u=new Map;#a=null;constructor(e,n,o,s){
let{page:r,samples:i}=e.world(n);Object.assign(this,{engine:e,state:n,slice:o,shown:s,page:r,all:i,level:e.level}),this.samples=s.map(c=>i.of(o,[c])),this.names=
s.map(c=>({name:e.models[c],index:c}));let a=this.samples[0].prevalence;this.range=n.prevalence??[a,a],this.unit=D(n.units),this.costs=this.unit.usesCost?n.cost:
Qd,this.middle=n.weight?.median??N((M(this.range[0])+M(this.range[1]))/2),this.counted=os(e,n),this.deployment=c=>Ae(n,this.samples[c])}get isMoved(){return this.
samples.some((e,n)=>to(this.deployment(n)))}get shiftsInWords(){let e=this.names.map(({name:o})=>o),n=this.names.map(({index:o})=>this.engine.shifts[o]);return Ua(
n,e,this.state,Te)}get worldless(){return this.isMoved?this.names.filter(({index:e})=>this.score(e).gains.exists===!1).map(({name:e})=>e):[]}score(e){if(!this.#e.
has(e)){let n=this.all.of(this.slice,[e]);this.#e.set(e,Dt(this.page,n,Ae(this.state,n)))}return this.#e.get(e)}get defaults(){return this.#o??=Jo(this.samples[0],
this.deployment(0)),this.#o}get zero(){return this.unit.zero===null?Xo:this.defaults[this.unit.zero]}model(e){let n=this.engine.models[e],o={name:n,index:e,score:Nl(
this.counted,n,is(this.over(this.zero,e))),added:is(this.compare(n,$)),auc:this.page.slices[this.slice].models[e].auc},s=this.decisions(e);return Se(o,"decision\
s",()=>s.decisions),Se(o,"split",()=>this.#l(e)),Object.assign(o,{cutoff:s.cutoff,consequences:s.consequences})}#l(e){let n=this.score(e);if(this.isMoved)return tg(
n.perfect-this.zero.value,this.defaults[$].value-this.zero.value);let{parts:o,...s}=es(n,Ae(this.state,n.sample),this.level,this.zero);return $l(this.counted,this.
engine.models[e],s)}over(e,n,o=!0){let s=this.score(n),r=[0,s.perfect],i=this.#c([n]);return Jt(e,s,s.value,{level:this.level,bounds:r,pseudo:o,noise:i})}#c(e){
let n=e.map(r=>this.engine.shifts[r]),o=n.map(r=>ja(r,this.state));if(o.every(r=>r===0))return 0;let s=e.map((r,i)=>o[i]===0?0:this.#f(r));return n.length===2&&
za(...n)?o[0]*(s[0]-s[1])**2:s.reduce((r,i,a)=>r+o[a]*i**2,0)}#f(e){if(!this.#t.has(e)){let n=this.all.of(this.slice,[e]),o=s=>Dt(this.page,n,Ae({...this.state,
shift:s},n)).value;this.#t.set(e,Ba(this.engine.shifts[e],o))}return this.#t.get(e)}defaultStrategy(e){let{value:n,profile:o}=this.#h(e),s=o===null?Fr(n):se(n,[
o],{level:this.level});return Rl(this.counted,e,is(s))}#h(e){let{zero:n}=this.unit,o=this.defaults[e].value-this.zero.value,s=this.defaults[e].profile;if(n===null||
s===null)return{value:o,profile:s};let r=e===n||o===0&&this.defaults[Ce].value<this.zero.value;return{value:o,profile:r?null:nt(s,this.zero.profile)}}cutoff(e){
return this.#m(this.score(e))}withCutoff(e,n){let o=this.all.of(this.slice,[e]),s=fl(o,Ae(this.state,o),n),r=this.zero.profile===null;return Jt(this.zero,s,s.value,
{level:this.level,bounds:[0,s.perfect],pseudo:r})}#m(e){let[n=null]=e.sample.maps,o=m=>N(n?(m-n.intercept)/n.slope:m),{own:s,gamma:r}=Ae(this.state,e.sample),i=M(
e.sample.prevalence),a=(m,g)=>g-m+e.shift+(s||r===1?0:(1-r)*(m-i)),[c,l]=this.range.map(M),[u,h]=this.costs.map(M),f=(u+h)/2,p=a(M(this.middle),f);return{value:o(
p),low:o(a(l,u)),high:o(a(c,h)),at:m=>o(a(M(m),f)),decided:N(p),probability:N(f),prevalence:this.middle,source:N(e.shift),shift:s?1:r,observed:e.sample.prevalence,
notShifted:o(a(i,f)),over:eg[+(c<l)+2*+(u<h)]}}decisions(e){let n=this.#m(this.score(e)),o=Pl(this.counted,this.engine.models[e]),s=this.#x(this.score(e).sample,
M(n.decided)),r={cutoff:n,consequences:o?ng(o,this.middle):s.consequences()};return Se(r,"decisions",()=>o??s.all()),r}#x(e,n){let o=this.state.prevalence===null,
s=o?e.prevalence:this.middle;return new ns(e,n,{prevalence:s,observed:o,level:this.level,gamma:Ae(this.state,e).gamma})}get pairs(){let e=this.names.map(({name:n})=>n);
return[...e.flatMap((n,o)=>e.slice(o+1).map(s=>[n,s])),...e.flatMap(n=>kt.map(o=>[n,o]))]}get margin(){let{margin:e=null}=this.state;return e===null||this.unit.
weighted?null:e/1e3}get isExact(){return this.counted!==null||!!this.page.exact}comparisons(){return this.pairs.map(([e,n])=>{let o=this.compare(e,n);return{model:e,
other:n,difference:is(o),adjusted:this.together(e,n),confidence:o.confidence(),aboveMargin:this.margin===null?null:o.confidence(this.margin)}})}together(e,n){let o=`${e}\
|${n}`;if(!this.#i.has(o)){let s=this.compare(e,n),r=this.#d&&s.simultaneous,{value:i}=s;this.#i.set(o,r?{value:i,...r,error:0}:s.at(this.levelOfComparisons))}return this.#i.
get(o)}isAhead(e,n){let o=`${e}|${n}`;return this.#u.has(o)||this.#u.set(o,this.#_(e,n)),this.#u.get(o)}#_(e,n){let o=this.compare(e,n);if(o.value<(this.margin??
0))return!1;let s=({low:r,error:i=0})=>r-i>w.constants.a_tie;if(!o.simultaneous||!this.#d){if(!s(o))return!1;if(s(o.at(1-(1-this.level)/this.pairs.length)))return!0}
return s(this.together(e,n))}judgement(){return this.#a??=lc({names:this.names.map(({name:e})=>e),compare:(e,n)=>this.compare(e,n),isAhead:(e,n)=>this.isAhead(e,
n),worldless:this.worldless}),this.#a}get about(){let[e,n]=this.costs,{isMoved:o}=this;return{range:this.range,costs:this.costs,median:this.middle,oneCost:e===n,
isMoved:o}}patients(e){let[n,o]=[1e3*this.middle,1e3*(1-this.middle)],s=(r,i,a,c)=>({name:r,index:i,kind:i===null?"default":"model",found:a,missed:n-a,unnecessary:c,
spared:o-c});return[...e.map(({name:r,index:i,consequences:a})=>s(r,i,a.truePositives,a.falsePositives)),s(Ce,null,n,o),s(We,null,0,0)]}get treatAll(){return this.
defaults[Ce].value-this.zero.value}picked(e){if(e.length<2)return null;let n=e.reduce((i,a)=>a.score.value>i.score.value?a:i),o=this.#d&&this.counted?.models?.[n.
name]?.net_benefit?.simultaneous,s=this.#g(this.names.map(({name:i})=>[i,We])),r=Hl(this.over(this.zero,n.index),s);return{name:n.name,count:e.length,value:n.score.
value,...o||r(n.score)}}get#d(){return this.state.group===null&&this.shown.length===this.engine.models.length}get levelOfComparisons(){return this.#s??=this.#g(
this.pairs),this.#s}#g(e){let n=[...this.names.map(({name:i})=>i),...kt],o=n.map((i,a)=>n.map((c,l)=>a<l?this.compare(i,c).seen():0)),s=o.map((i,a)=>i.map((c,l)=>a<
l?c:o[l][a])),r=e.map(i=>i.map(a=>n.indexOf(a)));return zl(s,r,this.level)}compare(e,n,o=this.state){if(o!==this.state)return this.#y(e,n,o);let s=`${e}|${n}`;if(!this.#r.
has(s)){let r=Fl(this.counted,e,n),i=this.#y(e,n,o);this.#r.set(s,r?this.#v(r,i):i)}return this.#r.get(s)}#v(e,n){let o=(this.engine.result.verdict.margin??0)/1e3,
s=i=>i===0||i===o?e.confidence(i):null;return{...e,confidence:(i=0)=>s(i)??Gn((e.value-i)/Math.sqrt(e.seen()),1e9),at:i=>Hl(n,i)(e)}}#y(e,n,o){let[s,r]=[e,n].map(
i=>this.engine.models.indexOf(i));return s>=0&&r>=0?this.#p(s,r,o):s>=0?this.over(this.defaults[n],s,!1):r>=0?ai(this.over(this.defaults[e],r,!1)):this.#k(e,n)}#k(e,n){
let[o,s]=[this.#h(e),this.#h(n)],r=o.value-s.value;if(o.profile===null&&s.profile===null)return Fr(r);if(o.profile===null)return ai(se(-r,[s.profile],{level:this.
level}));let i=s.profile===null?o.profile:nt(o.profile,s.profile);return se(r,[i],{level:this.level})}#p(e,n,o){if(e>n)return ai(this.#p(n,e,o));let s=o===this.
state?this:new t(this.engine,o,this.slice,this.shown),[r,i]=[s.score(e),s.score(n)],a=this.all.of(this.slice,[e,n]),c=s.#c([e,n]);return se(r.value-i.value,[ni(
a,r,i)],{level:this.level,noise:c})}#M(e,n){let o=n.find(i=>i.name===e);if(o)return o.consequences;let s=ge(...this.range),r=s>=ge(...this.costs);return{truePositives:r?
1e3*s:0,falsePositives:r?1e3*(1-s):0}}#w(e,n){let o=Zt(this.page,e);if(to(Ae(this.state,e)))return this.#b(e,o)(n);let[s,r]=[M(n),M(this.costs[0])],i=r-s+o,[a,c]=this.
unit.prices(s,r);return a*e.shares.above(0,i)-c*e.shares.above(1,i)}#b(e,n){if(!this.#n.has(e)){let[o,s]=this.range.map(M),r=M(e.prevalence),i=c=>{let l=Ae({...this.
state,prevalence:[N(c),N(c)],weight:null},e);return il(e,l,{source:n,observed:r})},a=Array.from({length:ro+1},(c,l)=>i(o+(s-o)*l/ro));this.#n.set(e,c=>{let l=y(
(M(c)-o)/(s-o)*ro,0,ro),u=Math.min(Math.floor(l),ro-1);return a[u]+(l-u)*(a[u+1]-a[u])})}return this.#n.get(e)}forVerdict(e){let n=this.names.map(({name:s})=>s),
o=s=>this.samples[n.indexOf(s)];return{names:n,level:this.level,state:this.state,phrases:Pa(this.state,{names:lt(this.engine.result),range:this.range,costs:this.
costs,deployment:this.engine.result.deployment,byTreated:this.engine.result.data.follow_up?.estimator==="kaplan-meier"}),possible:Math.max(0,this.score(this.shown[0]).
perfect-this.defaults[$].value),least:this.page.smallest_cell,margin:this.margin,range:this.range,costs:this.costs,observed:Ll(this.engine.result),shifts:this.shiftsInWords,
count:this.pairs.length,adjusts:this.levelOfComparisons>this.level,compare:(s,r)=>this.compare(s,r),together:(s,r)=>this.together(s,r),doneBy:s=>this.#M(s,e),judgement:this.
judgement(),valueAt:(s,r)=>this.#w(o(s),r),lead:(s,r,i)=>this.compare(s,r,{...this.state,prevalence:i})}}};function tg(t,e){return{sharpness:null,calibration:null,
sharpnessCorrected:null,calibrationCorrected:null,perfect:t,uninformative:e}}function ng(t,e){return{prevalence:e,treated:t.treated_per_1000.value,truePositives:t.
true_positives_per_1000.value,falseNegatives:t.false_negatives_per_1000.value,falsePositives:t.false_positives_per_1000.value,error:{truePositives:t.true_positives_per_1000.
error??0,falsePositives:t.false_positives_per_1000.error??0}}}function ai({seen:t,at:e,confidence:n,...o}){return{...ql(o),seen:t,at:s=>ql(e(s)),confidence:(s=0)=>1-
n(-s)}}function ql({value:t,low:e,high:n,error:o,coarse:s}){return{value:-t,low:-n,high:-e,error:o,coarse:s}}function Hl(t,e){let{low:n,high:o}=t.at(e),s=t.high>
t.low?(o-n)/(t.high-t.low):1;return r=>({value:r.value,low:r.value-s*(r.value-r.low),high:r.value+s*(r.high-r.value),error:s*(r.error??0),coarse:r.coarse??!1})}
function is({value:t,low:e,high:n,error:o=0,coarse:s=!1}){return{value:t,low:e,high:n,error:o,coarse:s}}var{shift:je}=w,og=[0,25,50,75,100],ci=5,[Gl,li]=["nowhere","unknown"],cs=class{#e=new Map;constructor(e){this.conclusionAt=e}work(){let e=this.#n;return e===void 0?
!0:(this.#e.set(e,this.conclusionAt(e/100)),this.done)}get done(){return this.#n===void 0}get#t(){return[...this.#e.keys()].sort((e,n)=>e-n)}get#n(){let e=og.find(
s=>!this.#e.has(s));if(e!==void 0)return e;let n=this.#t,o=n.findIndex((s,r)=>r>0&&s-n[r-1]>ci&&this.#o(n[r-1],s));return o<0?void 0:Math.round((n[o-1]+n[o])/2/
ci)*ci}#o(e,n){return ls(this.#e.get(e))!==ls(this.#e.get(n))}get stretches(){let e=this.#t,n=e.filter((o,s)=>s===0||this.#o(e[s-1],o));return n.map((o,s)=>({...this.#e.
get(o),low:o/100,high:(n[s+1]??101)/100-.01}))}},ls=({conclusion:t,models:e,left_out:n})=>JSON.stringify([t,[...e].sort(),n]);function us(t){let{kind:e,model:n,
tied:o}=Tt(t),s={left_out:t.worldless};return t.worldless.length>0?{conclusion:Gl,models:[],...s}:e==="coarse"?{conclusion:li,models:[],...s}:e==="use"?{conclusion:"\
use",models:[n],...s}:e==="close"?{conclusion:"tied",models:o,...s}:{conclusion:"none",models:[],...s}}function Vl(t,e){let n=t.filter(({conclusion:l})=>l!==Gl&&
l!==li),o=l=>Ul(l)?Ul(e):ls({...l,left_out:[]})===ls({...e,left_out:[]}),r=n.filter(l=>!o(l)).map(l=>d(je.turn,{where:ui(l),conclusion:rg(l)})),a=t.every(({conclusion:l})=>l!==
li)&&n.length>0?[sg(t,n)]:[];return[...r.length>0?[d(je.turns,{turns:r.join(je.then)})]:a,...ig(t)].join(" ")}function Ul({conclusion:t,models:e}){return t==="n\
one"||e.length===1&&e[0]===$}function sg(t,e){return e.length===t.length?je.holds:d(je.holds_where,{where:ui({low:e[0].low,high:e.at(-1).high})})}function rg({conclusion:t,
models:e,left_out:n}){let o=e.length===1&&e[0]===$?"worse":t,s=d(je[o],{models:Te(e)});return n.length>0?d(je.among,{conclusion:s,models:Te(n)}):s}function ig(t){
let e=new Map;for(let n of new Set(t.flatMap(({left_out:o})=>o))){let o=t.findLast(({left_out:r})=>r.includes(n)),s=ui({low:0,high:o.high});e.set(s,[...e.get(s)??
[],n])}return[...e].map(([n,o])=>d(je.no_place,{where:n,models:Te(o)}))}function ui({low:t,high:e}){let n=o=>P(o,2);return t===0&&e===1?je.everywhere:t===0?d(je.
below,{high:n(e+.01)}):t===e?d(je.at,{low:n(t)}):e===1?d(je.above,{low:n(t-.01)}):d(je.from_to,{low:n(t),high:n(e)})}var Kl={prevalence:[5e-4,.95],cost:[1/1001,1e3/1001]};function Xl(t){return new fi(t)}var fi=class{constructor({result:e,page:n}){this.result=e,this.page=n,this.
samples=new jo(n),this.models=n.models.map(o=>o.name),this.groups=e.groups,this.level=e.deployment.level,this.ownIsExact=n.own.exact,this.shifts=n.models.map(({
shift:o})=>o??ag),this.own={...ug(n.own.state),shift:cg(this.shifts),units:yo,group:null,models:[...this.models],margin:e.verdict.margin,sources:{},recalibrated:[],
against:null},this.limits=lg(this.own)}patientsPrevalence(e){return this.#t(this.#e(e),0).prevalence}get counted(){return this.result.data.clusters===null?w.tables.
patients:w.tables.rows}#e(e){let n=this.page.slices.findIndex(o=>o.kind===(e===null?"everyone":"group")&&o.name===e);if(n<0)throw new RangeError(`no group ${e} \
on this page`);return n}#t(e,n){return this.samples.of(e,[n])}#n=new Map;world({sources:e={},recalibrated:n=[]}){if(!ss({sources:e,recalibrated:n}))return this;
let o=JSON.stringify([e,n]);return this.#n.has(o)||this.#n.set(o,this.#o(e,n)),this.#n.get(o)}#o(e,n){let o=new Map,s=this.page.models.map((r,i)=>{let a=n.includes(
r.name)?this.recalibrationOf(i):null;return a===null?{...r,source:e[r.name]??r.source}:(o.set(i,a),{...r,source:null})});return{page:{...this.page,models:s},samples:this.
samples.withRecalibrated(o)}}recalibrationOf(e){return this.page.slices[Zl].models[e].recalibration??null}at(e){return new as(this,this.#r(e),this.#e(e.group),this.#s(
e))}#r(e){let o=`${e.prevalence}|${e.cost}`==`${this.own.prevalence}|${this.own.cost}`&&!this.ownIsExact;return{...e,study:o,shifts:this.shifts,weight:o?this.page.
own.weight??null:null}}answer(e){let n={...this.own,...e},o=this.#e(n.group),s=this.#s(n),r=this.at(n),i=s.map(l=>r.model(l)),a=Object.fromEntries(kt.map(l=>[l,
r.defaultStrategy(l)])),c={state:n,names:lt(this.result),scale:D(n.units).scale,level:this.level,slice:this.#u(n.group,o),models:i,defaults:a,margin:r.margin,exact:r.
isExact,setting:r.about,verdict:this.#i(r.state,r.forVerdict(i)),patients:r.patients(i)};return Se(c,"comparisons",()=>r.comparisons()),Se(c,"error",()=>hg(c)),
c.conclusion=Tt(c.verdict),Se(c,"picked",()=>r.picked(i)),Se(c,"before",()=>this.#l(c,r)),Se(c,"groups",()=>this.#h(n,s)),Se(c,"gaps",()=>c.setting.isMoved?[]:this.#_(
n,s)),Se(c,"groupDecisions",()=>this.#x(n,s)),c}#i(e,n){let o=rs(this,e);if(o===null)return Va(n);let{judgement:s,possible:r}=n,{noneCanBeBetter:i,worldless:a}=s,
c=fr(o,n);return{...o,possible:r,coarse:!1,noneCanBeBetter:i,worldless:a,sentence:c}}#s(e){let n=e.models.map(o=>this.models.indexOf(o)).filter(o=>o>=0);return n.
length?n:this.models.map((o,s)=>s)}#u(e,n){let o=e===null?{name:"everyone",...this.result.data}:this.groups.find(s=>s.name===e);return{name:o.name,patients:o.used??
o.patients,positives:o.positives,followed:this.#a(o),counted:this.counted,prevalence:this.#t(n,0).prevalence}}#a({censored:e,follow_up:n}){let o=this.result.data.
follow_up;return o&&{horizon:o.horizon,time:o.time,censored:n?n.censored:e}}#l({state:e,models:n,verdict:o,scale:s,slice:r},i){let a=this.models.filter((f,p)=>this.
recalibrationOf(p)!==null),c=this.at({...e,recalibrated:a,sources:{}}),l=oc({models:n.map(f=>this.#c(f,e,a.includes(f.name)?c:null)),verdict:o,state:i.state,scale:s,
range:i.range,prevalence:r.prevalence,shifts:i.shiftsInWords,groups:e.group===null?this.#f(e):[],clusters:null,recalibratedLead:(f,p)=>a.includes(f)&&a.includes(
p)?c.compare(f,p):null}),u=rs(this,i.state)&&!ss(e)?this.result.before_you_decide:null;if(!u)return l;let h=({kind:f,models:p=[]})=>l.find(m=>m.kind===f&&`${m.models}`==
`${p}`)?.actions??[];return u.map(f=>({...f,actions:h(f),action:h(f)[0]??null}))}#c(e,{group:n},o){let{name:s,added:r,cutoff:i}=e,a=n===null?this.result:this.groups.
find(l=>l.name===n),c={name:s,added:r,cutoff:i,recalibratedAdded:o&&o.compare(s,$),observedExpected:Yl(a.models?.[s]),impliedSource:this.#t(this.#e(n),e.index).
impliedSource};return Se(c,"lossCorrected",()=>e.split.calibrationCorrected),c}#f(e){let n=this.groups.filter(({estimable:o})=>o);return n.map(({name:o})=>{let s=this.
at({...e,group:o}),r=1-(1-this.level**(1/n.length))/s.pairs.length;return{name:o,together:(a,c)=>{let l=s.compare(a,c);return l.simultaneous?{...l,...l.simultaneous}:
l.at(r)}}})}#h(e,n){return this.groups.map(o=>({name:o.name,patients:o.patients,positives:o.positives,prevalence:o.prevalence??null,estimable:o.estimable,whyNot:o.
why_not??null,models:o.estimable?this.#m(e,o,n):[]}))}#m(e,n,o){let s=this.at({...e,group:n.name}),r=this.at({...e,group:null});return o.map(i=>{let a=this.models[i],
c=r.cutoff(i),l={score:s.over(s.zero,i),withCommonCutoff:s.withCutoff(i,c.decided)};return{name:a,index:i,...Il(s.counted,a,l),observedExpected:n.models[a].observed_expected,
cutoff:s.cutoff(i).value,commonCutoff:c.value}})}#x(e,n){return this.groups.filter(({estimable:o})=>o).flatMap(({name:o})=>{let s=this.at({...e,group:o});return n.
map(r=>({group:o,name:this.models[r],index:r,...s.decisions(r)}))})}#_(e,n){let o=this.#r(e),{page:s,samples:r}=this.world(o);return this.page.gaps.flatMap(({group:i,
reference:a,slices:c})=>n.map(l=>{let u={model:this.models[l],index:l,group:i,reference:a},h=c.map(m=>r.of(m,[l])),f=bl(s,h,o,this.level),p=this.#d(i,c,l,o);return{
...u,...Cl(this,o,{...u,parts:f,readings:p})}}))}#d(e,n,o,s){let i=(this.groups.find(({name:p})=>p===e).gaps??[]).find(({model:p})=>p===this.models[o])?.readings;
if(!i)return null;let a=n.map(p=>this.#t(p,o)),[c,l]=[!1,!0].map(p=>{let m=this.page.models.map(g=>({...g,source:null,source_of_all:p}));return _l({...this.page,
models:m},a,s,this.level)}),{observed_expected:u,supported:h,neither_fits:f}=i;return{group:c,all:l,ratios:u,supported:h,neither_fits:f,used:this.#g(o)}}#g(e){return this.
page.models[e].source_of_all?"all":"group"}#v(e){let{range:n}=this.at(e),o=[...this.own.prevalence??[],this.samples.of(Zl,[0]).prevalence];return Ar(o,n,this.limits.
prevalence)}#y(e){return Ar(this.own.cost,this.at(e).costs,this.limits.cost)}#k(e){let{range:n,middle:o,costs:s}=this.at(e);return{range:n,median:o,cost:s}}#p=new Map;#M(e,n){
return this.#p.has(e)||(this.#p.size>12&&this.#p.clear(),this.#p.set(e,n())),this.#p.get(e)}differenceCurve(e,n,o){let s=this.#v(e),r=JSON.stringify(["differenc\
e",Jl(e),s,n,o]),i=this.#M(r,()=>_c(c=>this.at(c),e,s,n,o)),a=c=>this.at({...e,prevalence:[c,c]}).compare(n,o);return{...i,...this.#k(e),at:a}}valueCurve(e){let n=this.
models.filter((a,c)=>this.recalibrationOf(c)!==null),o=this.#v(e),s={sources:{},recalibrated:n},r=JSON.stringify(["value",Jl(e),o]);return{...this.#M(r,()=>xc(a=>this.
at(a),e,o,s)),...this.#k(e),scale:D(e.units).scale}}decisionCurve(e){let{middle:n,costs:o}=this.at(e),s={...hs(e),prevalence:e.prevalence===null?null:[n,n]};return{
...yc(i=>this.at(i),s,this.#y(e)),range:o,prevalence:n}}#w=new Map;shiftDial(e){let{shift:n,against:o,...s}={...this.own,...e},r=JSON.stringify(s);if(!this.#w.has(
r)){this.#w.size>20&&this.#w.clear();let i=a=>us(this.at({...s,shift:a}).judgement());this.#w.set(r,new cs(i))}return this.#w.get(r)}shiftVerdict(e){return rs(this,
this.#r(e))&&(this.result.verdict.shift?.stretches??null)}#b=new Map;map(e){let{group:n,models:o,margin:s,sources:r,recalibrated:i,shift:a,units:c,prevalence:l,
cost:u}=hs(e),h={prevalence:this.#v(e),cost:this.#y(e)},f=JSON.stringify([n,o,s,r,i,a,c,h]);if(!this.#b.has(f)){this.#b.size>20&&this.#b.clear();let m=(v,_)=>this.
at({...hs(e),prevalence:[v,v],cost:[_,_]}),g=this.#s(e).map(v=>this.models[v]);this.#b.set(f,new ts(m,g,h))}let p=this.#b.get(f);return p.box={prevalence:l??this.
at(e).range,cost:u},p}pointAt(e,n,o){let s={...this.own,...hs(e),prevalence:[n,n],cost:[o,o]},r=this.at(s),i={state:s,scale:D(s.units).scale,level:this.level,verdict:r.
judgement()};return i.conclusion=Tt(i.verdict),Se(i,"comparisons",()=>r.comparisons()),Se(i,"models",()=>this.#s(s).map(a=>r.model(a))),i}calibration(e){let n=this.
at(e),o=e.group===null?this.result:this.groups.find(({name:s})=>s===e.group);return n.names.map(({name:s,index:r},i)=>({name:s,index:r,curve:this.page.slices[n.
slice].models[r].calibration??null,histogram:Mc(n.samples[i]),observedExpected:Yl(o.models?.[s])}))}roc(e){let{samples:n,names:o,deployment:s,slice:r,page:i}=this.
at(e);return n.map((a,c)=>kc(i,a,o[c],s(c),this.page.slices[r].models[o[c].index].auc))}},Zl=0,ag={gamma:1,standard_error:0,degrees_of_freedom:null};function cg([
t,...e]){return e.every(({gamma:n})=>n===t.gamma)?t.gamma:null}function Yl(t){return t?.observed_expected??null}function lg({prevalence:t,cost:e}){let n=(o,s)=>s?
[Math.min(o[0],s[0]),Math.max(o[1],s[1])]:o;return{prevalence:n(Kl.prevalence,t),cost:n(Kl.cost,e)}}var hi=14;function ug({prevalence:t,cost:e}){let n=s=>s&&s.map(
r=>N(y(M(r),-hi,hi))),o=s=>s&&s.every(r=>Math.abs(M(r))<=hi)?s:n(s);return{prevalence:o(t),cost:o(e)}}function Jl({cost:t,shift:e,units:n,group:o,models:s,sources:r,
recalibrated:i}){return{cost:t,shift:e,units:n,group:o,models:s,sources:r,recalibrated:i}}function hg({models:t,comparisons:e}){let n=[...t.map(({score:o})=>o),
...e.map(({difference:o})=>o)];return Math.max(0,...n.map(({error:o=0})=>o))}function hs(t){return{...t,units:D(t.units).overCosts}}var pi=["#0072B2","#E69F00","#009E73","#CC79A7","#D55E00","#56B4E9","#000000","#7A6BC4"],Ql=["#0072B2","#8A5F00","#007A59","#94437A","#B04E00","#1A6FA3","#00000\
0","#5B4BA6"],jt=(t,e)=>`var(--${t}, ${e})`,j=jt("ink","#1f2328"),A=jt("quiet","#57606a"),Mn=jt("line","#d0d7de"),fs=jt("faint","#f4f6f8"),J=jt("paper","#ffffff"),
Xt=jt("accent","#005a8c");function eu(t){let e=t%pi.length,n=pi[e]!==Ql[e];return{colour:jt(`model-${e}`,pi[e]),edge:jt(`model-${e}-edge`,Ql[e]),edged:n}}function tu(t){
return t.replace(/var\(--[\w-]+, (#[0-9a-fA-F]{3,8})\)/g,"$1")}var Qt="http://www.w3.org/2000/svg";function io(t){t.nextDrawn=t.firstChild}function O(t,e,n={}){let o=t.nextDrawn??null;if(o?.drawnTag===e)t.nextDrawn=o.nextSibling;else{
let r=document.createElementNS(Qt,e);r.drawnTag=e,t.insertBefore(r,o),o=r}let s=o.drawnAttributes??{};for(let r in n)n[r]!==s[r]&&o.setAttribute(r,n[r]);for(let r in s)
r in n||o.removeAttribute(r);return o.drawnAttributes=n,e!=="text"&&io(o),o}function ao(t){for(;t.nextDrawn;){let e=t.nextDrawn;t.nextDrawn=e.nextSibling,e.remove()}
for(let e=t.firstChild;e;e=e.nextSibling)e.firstChild&&e.drawnTag!=="text"&&ao(e)}function T(t){return Math.round(t*10)/10}function Bt(t,e){let n="",o="M";for(let s=0;s<
t.length;s++)Number.isFinite(t[s])&&Number.isFinite(e[s])?(n+=o+T(t[s])+" "+T(e[s]),o="L"):o="M";return n}var nu=["","14 3","14 3 3 3","14 3 3 3 3 3","7 3 7 7"],ou=["circle","square","up","diamond","down","plus","cross"],en="4 3.2",ps={colour:A,edge:A,dash:"1.5 3.5",
marker:null,width:2.2},ms={colour:A,edge:A,dash:"",marker:null,width:1.4};function z(t){return t>=0?{index:t,...eu(t),dash:nu[t%nu.length],marker:ou[t%ou.length],
width:2.2}:{...ms,width:2.2}}var fg={circle:(t,e,n)=>`M${t-n} ${e}a${n} ${n} 0 1 0 ${2*n} 0a${n} ${n} 0 1 0 ${-2*n} 0z`,square:(t,e,n)=>`M${t-n} ${e-n}h${2*n}v${2*
n}h${-2*n}z`,up:(t,e,n)=>`M${t} ${e-1.2*n}l${1.2*n} ${2.1*n}h${-2.4*n}z`,diamond:(t,e,n)=>`M${t} ${e-1.3*n}l${1.3*n} ${1.3*n}l${-1.3*n} ${1.3*n}l${-1.3*n} ${-1.3*
n}z`,down:(t,e,n)=>`M${t} ${e+1.2*n}l${1.2*n} ${-2.1*n}h${-2.4*n}z`,plus:(t,e,n)=>{let o=.8*n;return`M${t-o/2} ${e-1.5*o}h${o}v${o}h${o}v${o}h${-o}v${o}h${-o}v${-o}\
h${-o}v${-o}h${o}z`},cross:(t,e,n)=>{let[o,s,r]=[.6*n,.8*n,1.2*n];return`M${t-n} ${e-r}l${n} ${s}l${n} ${-s}l${-o} ${r}l${o} ${r}l${-n} ${-s}l${-n} ${s}l${o} ${-r}\
z`}};function Z(t,e,n,o){return!t.marker||!Number.isFinite(e)||!Number.isFinite(n)?"":fg[t.marker](T(e),T(n),o)}function ne(t,e,n){n&&O(t,"path",{d:n,fill:e.colour,
stroke:j,"stroke-width":1})}function ke(t,e,n,o){if(!n)return;let s={d:n,fill:"none","stroke-dasharray":e.dash||"none","stroke-linejoin":"round",...o};e.edged&&
O(t,"path",{...s,stroke:e.edge,"stroke-width":e.width+1});let r=e.edged?e.width-.6:e.width;O(t,"path",{...s,stroke:e.colour,"stroke-width":r})}function On(t,e,n,o=.18){
n&&O(t,"path",{d:n,fill:e.colour,"fill-opacity":o,stroke:"none"})}function Nt(t,e,n,o=4){let[s,r]=[T(t),T(e)];return`M${s} ${n}H${r}M${s} ${n-o}v${2*o}M${r} ${n-
o}v${2*o}`}function su(t,e,...n){let o=document.createElementNS(Qt,t);for(let[s,r]of Object.entries(e))o.setAttribute(s,r);return o.append(...n),o}function ds(t){let{colour:e,
edge:n,dash:o}=z(t),s=(i,a)=>su("path",{d:"M1 5h26",fill:"none",stroke:i,"stroke-width":a,"stroke-dasharray":o||"none"});return su("svg",{class:"swatch",width:28,
height:10,viewBox:"0 0 28 10","aria-hidden":"true"},s(n,3.4),s(e,2.2))}function b(t,e={},...n){let o=document.createElement(t);for(let[s,r]of Object.entries(e))r===!1||r===null||r===void 0||o.setAttribute(s,r===!0?"":r);return o.append(
...n),o}function Tn(t){return b("bdi",{class:"name"},t)}function F(t,e){t.textContent!==e&&(t.textContent=e)}var gs=8,pg="(max-width: 680px)",mg=["input:checked[type=radio]","input:not([disabled]):not([hidden]), select","button"],Be=null;function st({key:t,title:e,content:n,
onOpen:o=()=>{}}){let s=b("p",{class:"panel-title",id:`panel-${t}-title`},e),r=b("button",{type:"button",class:"done"},w.page.done),i=b("div",{class:"panel",id:`\
panel-${t}`,role:"dialog","aria-labelledby":s.id,hidden:!0},s,...n,r),a={element:i,heading:s,onOpen:o,opener:null};return r.addEventListener("click",()=>En({giveBack:!0})),
{element:i,heading:s,attach(c){return c.setAttribute("aria-haspopup","dialog"),c.setAttribute("aria-controls",i.id),c.setAttribute("aria-expanded","false"),c.addEventListener(
"click",()=>a.opener===c?En({giveBack:!0}):dg(a,c)),c}}}function dg(t,e){En({giveBack:!1}),Be=t,t.opener=e,e.setAttribute("aria-expanded","true"),t.element.hidden=
!1,t.onOpen(),ru(t,e),mg.map(o=>t.element.querySelector(o)).find(o=>o!==null).focus({preventScroll:!0})}function En({giveBack:t}){if(Be===null)return;let{element:e,
opener:n}=Be;Be.opener=null,Be=null,e.hidden=!0,n.setAttribute("aria-expanded","false"),t&&n.focus({preventScroll:!0})}function ru({element:t},e){let{style:n}=t,
o=e.closest("[data-stays]")!==null;if(t.classList.toggle("stays",o),n.left=n.top="",matchMedia(pg).matches)return;let s=e.getBoundingClientRect(),r=[e.closest("\
[data-keep-clear]"),document.querySelector("[data-keep-seen]")],[i,a]=r.map(u=>u?.getBoundingClientRect()),c=document.documentElement.clientWidth-t.offsetWidth-
gs,l=i&&a&&a.right<c?a.right+gs:gs;n.left=`${Math.max(Math.min(Math.max(s.left,l),c),gs)+(o?0:scrollX)}px`,n.top=`${(i??s).bottom+6+(o?0:scrollY)}px`}var iu=t=>Be.
element.contains(t)||Be.opener.contains(t);addEventListener("keydown",t=>{Be===null||t.key!=="Escape"||(t.preventDefault(),En({giveBack:!0}))});addEventListener(
"pointerdown",t=>{Be!==null&&!iu(t.target)&&En({giveBack:!1})});addEventListener("focusin",t=>{Be!==null&&!iu(t.target)&&En({giveBack:!1})});addEventListener("r\
esize",()=>{Be!==null&&ru(Be,Be.opener)});var{models:pt,margin:An,against:au,stated:vs,units:cu}=w.page;function lu(t,e){let n=gg(t,e),o=vg(t,e),s=st({key:"models",title:pt.title,content:[o.element,n.element]});
function r(a){n.show(a),o.show(a)}function i({group:a,models:c}){let l=t.models.length,u=c.length===l?pt.all:pt.some,h=l===1?pt.one_model:d(u,{count:c.length,all:l});
return t.groups.length===0?h:`${a??pt.everyone}, ${h}`}return{...s,show:r,words:i}}function gg(t,e){let n=t.models.map(()=>b("input",{type:"checkbox"})),o=()=>t.
models.filter((l,u)=>n[u].checked),s=t.models.map((l,u)=>b("label",{class:"check",title:l},n[u],ds(u),Tn(l))),r=b("p",{class:"said",role:"status"});n.forEach(l=>l.
addEventListener("change",()=>{o().length===0?(l.checked=!0,r.textContent=pt.stays):e({models:o()})}));let i=b("div",{class:"list"},...s),a=b("div",{class:"mode\
ls",role:"group","aria-label":pt.shown},i,r);function c({models:l}){F(r,""),t.models.forEach((u,h)=>{n[h].checked=l.includes(u)})}return{element:a,show:c}}function vg(t,e){
let n=({name:i,patients:a,estimable:c},l)=>b("option",{value:l,disabled:!c},`${i} (${c?`${B(a)} ${t.counted}`:pt.not_estimable})`),o=b("select",{id:"group"},b("\
option",{value:"-1"},pt.everyone),...t.groups.map(n));return o.addEventListener("change",()=>e({group:t.groups[Number(o.value)]?.name??null})),{element:b("div",
{class:"group",hidden:t.groups.length===0},b("label",{for:"group"},pt.group),o),show:({group:i})=>{o.value=String(t.groups.findIndex(({name:a})=>a===i))}}}function mi(t,e){
let n=b("div",{class:"list",role:"radiogroup","aria-label":e}),o="";function s(r,i,a){let c=JSON.stringify(r.map(({text:u})=>u));if(c!==o){o=c;let u=({value:h,text:f},p)=>{
let m=b("input",{type:"radio",name:t,value:p});return m.addEventListener("change",()=>a(h)),b("label",{class:"check"},m,b("bdi",{},f))};n.replaceChildren(...r.map(
u))}let l=r.findIndex(({value:u})=>u===i);[...n.querySelectorAll("input")].forEach((u,h)=>{u.checked=h===l})}return{element:n,show:s}}function uu(t){let e=mi("u\
nits",cu.title),n=st({key:"units",title:cu.title,content:[e.element]}),o=Hn.map(({name:r})=>({value:r,text:r}));return{...n,show:({units:r})=>e.show(o,r,i=>t({units:i})),
words:({units:r})=>r}}function hu(t){let e=b("input",{type:"text",inputmode:"decimal",autocomplete:"off",id:"margin"}),n=b("p",{class:"said",role:"status"}),o=b(
"p",{class:"note"},An.note),s=b("label",{for:"margin"},An.label),r=[b("div",{class:"typing"},s,e),o,n],i=st({key:"margin",title:An.title,content:r,onOpen:()=>F(
n,"")}),a="";e.addEventListener("change",()=>{let u=e.value.trim();if(u===a)return;let h=u===""?null:Number(u.replace(",",".")),f=h!==null&&!(h>=0&&h<1e3);F(n,f?
d(An.not_a_number,{typed:u}):""),f?e.setAttribute("aria-invalid","true"):t({margin:h})}),e.addEventListener("blur",()=>{e.value=a,e.removeAttribute("aria-invali\
d")});function c({margin:u,units:h}){a=(u??null)===null?"":P(u,6),e.disabled=D(h).weighted,e.removeAttribute("aria-invalid"),document.activeElement!==e&&(e.value=
a)}return{...i,show:c,words:({margin:u})=>(u??null)===null?An.none:d(An.some,{margin:P(u,6)})}}function fu(t){let e=mi("against",""),n=st({key:"against",title:"",
content:[e.element]});function o({state:s,models:r,verdict:i}){let{best:a,runnerUp:c}=i;F(n.heading,d(au.title,{best:a}));let u=[...r.map(({name:f})=>f),...kt].
filter(f=>f!==a&&(f!==$||c!==f)),h=[{value:null,text:d(au.runner_up,{name:c})},...u.map(f=>({value:f,text:f}))];e.show(h,s.against??null,f=>t({against:f}))}return{
...n,show:o}}function pu(t,e){let n=mi("stated",vs.title),o=st({key:"stated",title:vs.title,content:[n.element]}),s=t.map(({name:i,exact:a},c)=>({value:c,text:a?
i:d(vs.range,{name:i})}));function r(i){let a=t.findIndex(c=>bn({...i,...c.state},i));n.show(s,a,c=>e({...t[c].state},!0))}return{...o,show:r,words:()=>vs.button,
isEmpty:t.length===0}}var wg=Array.from({length:90},(t,e)=>10+e);function di(t,e){let n=[];for(let o=Math.floor(Math.log10(t))-1;o<=Math.log10(e);o++)for(let s of wg)n.push(+`${s}e${o}`);
return n.filter(o=>o>=t*(1-1e-12)&&o<=e*(1+1e-12))}function mu([t,e]){return di(100*t,100*e).map(n=>Number((n/100).toPrecision(4)))}function du([t,e]){let n=di(
1,(1-t)/t).reverse(),o=di(1,e/(1-e)).slice(1);return[...n.map(s=>1/(1+s)),...o.map(s=>s/(1+s))]}var gu=([t,e],n)=>n>=t*(1-1e-9)&&n<=e*(1+1e-9);function vu(t){let e=[
.1,1,10,50,90];return[.1,.5,1,2,5,10,20,50,80,90].map(n=>({value:n/100,text:`${n} %`,minor:!e.includes(n)})).filter(({value:n})=>gu(t,n))}function wu(t){let e=[
1e3,100,10,1],n=[1e3,100,30,10,3,1].map(s=>({value:1/(1+s),text:`1:${s}`,minor:!e.includes(s)})),o=[10,100,1e3].map(s=>({value:s/(1+s),text:`${s}:1`}));return[...n,
...o].filter(({value:s})=>gu(t,s))}var vi="slider-keys",bu=10,gi=22;function bg(t,e,n){let o=1e-9*e;if(n>0){let r=t.findIndex(i=>i>e+o);return r<0?t.at(-1):t[Math.min(r+n-1,t.length-1)]}let s=t.findLastIndex(
r=>r<e-o);return s<0?t[0]:t[Math.max(s+n+1,0)]}function Sn(t,e){let n=N(e),o=t.findIndex(i=>i>=n);if(o<=0)return o<0?t.at(-1):t[0];let[s,r]=[t[o-1],t[o]];return e-
M(s)<M(r)-e?s:r}var _g={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1,PageUp:bu,PageDown:-bu,End:1/0,Home:-1/0};function xu(t){let{limits:e,ticks:n}=t,o=M(e[0]),
s=h=>(M(h)-o)/(M(e[1])-o),r=b("div",{class:"band"}),i=[0,1].map(()=>b("div",{class:"handle",role:"slider",tabindex:"0","aria-describedby":vi})),a=b("div",{class:"\
rail"},r,...i),c=b("div",{class:"ticks","aria-hidden":"true"});for(let{value:h,text:f,minor:p}of n){let m=s(h)<.03?"first":s(h)>.97?"last":null,g=b("span",{class:p?
"minor":m},f);g.style.left=`${100*s(h)}%`,c.append(g)}let l=b("div",{class:"slider"},a,c),u={...t,element:l,rail:a,band:r,handles:i,place:s,ends:[...e],single:!1,
off:!1};return i.forEach((h,f)=>h.addEventListener("keydown",p=>yg(u,f,p))),a.addEventListener("pointerdown",h=>Mg(u,h)),{element:l,show:(h,f)=>xg(u,h,f)}}function xg(t,e,{
single:n,off:o}){let{handles:s,band:r,place:i,limits:a,names:c,textOf:l}=t;Object.assign(t,{ends:e,single:n,off:o});let u=n?[c.one,""]:[c.low,c.high],h=[a[0],e[0]],
f=[n?a[1]:e[1],a[1]];s.forEach((g,v)=>{g.style.left=`${100*i(y(e[v],...a))}%`,g.hidden=n&&v===1;let _={"aria-label":u[v],"aria-valuemin":h[v],"aria-valuemax":f[v],
"aria-valuenow":e[v],"aria-valuetext":l(e[v]),"aria-disabled":o};for(let[x,k]of Object.entries(_))g.setAttribute(x,k)});let[p,m]=e.map(g=>100*i(y(g,...a)));r.style.
left=`${p}%`,r.style.width=`${m-p}%`,t.element.classList.toggle("off",o)}function ws(t,e){e[0]===t.ends[0]&&e[1]===t.ends[1]||t.onChange(e)}function yu(t,e,n){let[
o,s]=t.ends;return t.single?ws(t,[n,n]):ws(t,e===0?[Math.min(n,s),s]:[o,Math.max(n,o)])}function yg(t,e,n){let o=_g[n.key];if(o===void 0||t.off||n.altKey||n.ctrlKey||
n.metaKey)return;n.preventDefault();let s=t.ends.map(r=>bg(t.grid,r,o));if(n.shiftKey&&!t.single){!s.some((i,a)=>i===t.ends[a])&&Number.isFinite(o)&&ws(t,s);return}
yu(t,e,s[e])}function _u(t,e){let n=t.rail.getBoundingClientRect(),[o,s]=t.limits.map(M);return o+y((e.clientX-n.left)/n.width,0,1)*(s-o)}function kg(t,e){if(t.
single)return 0;let n=t.rail.getBoundingClientRect(),o=t.ends.map(s=>e.clientX-(n.left+t.place(s)*n.width));return Math.abs(o[0]-o[1])<3?Math.abs(o[0])<gi?"eith\
er":o[0]<0?0:1:o[0]>gi&&o[1]<-gi?"both":Math.abs(o[0])<=Math.abs(o[1])?0:1}function Mg(t,e){if(t.off||e.button!==0)return;e.preventDefault();let{rail:n,handles:o,
grid:s}=t,r=kg(t,e),i=_u(t,e),a=t.ends.map(M);o[r===1?1:0].focus({preventScroll:!0}),n.setPointerCapture(e.pointerId);let c=u=>{let h=_u(t,u);if(r==="either"){if(Sn(
s,h)===Sn(s,i))return;r=h<i?0:1,o[r].focus({preventScroll:!0})}r==="both"?Og(t,a,h-i):yu(t,r,Sn(s,h))},l=()=>{n.removeEventListener("pointermove",c);for(let u of[
"pointerup","pointercancel"])n.removeEventListener(u,l)};n.addEventListener("pointermove",c);for(let u of["pointerup","pointercancel"])n.addEventListener(u,l);r!==
"both"&&r!=="either"&&!o.includes(e.target)&&c(e)}function Og(t,e,n){let[o,s]=t.limits.map(M),r=y(n,o-e[0],s-e[1]);ws(t,e.map(i=>Sn(t.grid,i+r)))}function Tg(t,e){let n=b("input",{type:"text",inputmode:"decimal",size:"5",autocomplete:"off","aria-label":t}),o="",s=i=>{o=i,document.activeElement!==n&&(n.value=
i),n.removeAttribute("aria-invalid")},r=()=>{n.value.trim()!==o&&(e(n.value.trim())?n.value=o:n.setAttribute("aria-invalid","true"))};return n.addEventListener(
"change",r),n.addEventListener("blur",()=>{n.value=o,n.removeAttribute("aria-invalid")}),{box:n,show:s}}function wi(t,e){let n=b("input",{type:"checkbox"}),o=b(
"span",{},t);return n.addEventListener("change",()=>e(n.checked)),{element:b("label",{class:"check"},n,o),box:n,words:o}}var ku=Math.log(2);function Eg(t,e,n){if(t?.
value===e)return t.range;let[o,s]=t?.range.map(M)??[-ku,ku];return[-1,1].map(r=>Sn(n,M(e)+r*(s-o)/2))}function bi({limits:t,words:e,slider:n,boxText:o,textOf:s,
read:r,onEnds:i,extra:a=[]}){let c=t,l=!1,u=null,h=b("p",{class:"said",role:"status"}),f=K=>F(h,K),p=(K,Me="")=>{i(K),f(Me)},m=K=>Me=>{let pe=r(Me.replace(",","\
.")),[er,qn]=t.map(s);if(!(pe>0&&pe<1))f(d(e.not_a_number,{typed:Me}));else if(pe<t[0]*(1-1e-11)||pe>t[1]*(1+1e-11))f(d(e.outside,{typed:s(pe),low:er,high:qn}));else{
let vo=!l&&(K===0?pe>c[1]:pe<c[0]),Ef=l||vo?[pe,pe]:K===0?[pe,c[1]]:[c[0],pe];return p(Ef,vo?d(e.other_end,{value:s(pe)}):""),!0}return!1},g=[e.low_box,e.high_box].
map((K,Me)=>Tg(K,m(Me))),v=b("span",{},w.page.to),_=b("span",{class:"tail"}),x=wi(w.page.one_value,K=>{if(l=K,K){let Me=ge(...c);u={range:c,value:Me},p([Me,Me])}else
p(Eg(u,c[0],n.grid))}),k=xu({...n,limits:t,onChange:K=>p(K)}),S=b("div",{class:"typing"},b("b",{},e.lead),g[0].box,v,g[1].box,_),C=b("div",{class:"checks"},x.element,
...a),G=b("div",{class:"line"},S,C),ue=b("div",{class:"range",role:"group","aria-label":n.names.group},G,k.element,h);function Qe(K,{fresh:Me,off:pe,words:er}){
c=K,(Me||K[0]!==K[1])&&(l=K[0]===K[1]),x.box.checked=l,g.forEach(({show:qn},vo)=>qn(o(K[vo]))),g[1].box.hidden=v.hidden=l;for(let{box:qn}of[...g,x])qn.disabled=
pe;k.show(K,{single:l,off:pe}),F(_,er)}return{element:ue,show:Qe,quiet:()=>f("")}}var{prevalence:co}=w.page;function Ag(t,e){let n=o=>o.replace(/\{(one_outcome|outcome|one_action|action)\}/g,(s,r)=>t[r]);return Object.fromEntries(Object.entries(
e).map(([o,s])=>[o,n(s)]))}var Mu=({title:t,low:e,high:n,one:o})=>({group:t,low:e,high:n,one:o});function Ou(t,e){let{limits:n}=t,o=t.own.prevalence,s=0,r=wi(co.
observed,l=>{i.quiet(),e({prevalence:l?null:o??[s,s]})}),i=bi({limits:n.prevalence,words:co,slider:{grid:mu(n.prevalence),ticks:vu(n.prevalence),names:Mu(co),textOf:de},
boxText:l=>P(100*l,4),textOf:de,read:l=>l===""?NaN:Number(l.replace(/\s*%$/,""))/100,onEnds:l=>e({prevalence:l}),extra:[r.element]}),a=st({key:"prevalence",title:co.
title,content:[i.element],onOpen:i.quiet});function c({prevalence:l,group:u},h){s=y(t.patientsPrevalence(u),...n.prevalence),l!==null&&(o=l);let f=l===null;r.box.
checked=f,F(r.words,d(co.observed_in,{prevalence:W(s)})),i.show(l??[s,s],{fresh:h||f,off:f,words:"%"})}return{...a,show:c}}function Tu(t,e){let{limits:n}=t,o=Ag(
lt(t.result),w.page.cost),s=b("p",{class:"note"}),r=bi({limits:n.cost,words:o,slider:{grid:du(n.cost),ticks:wu(n.cost),names:Mu(o),textOf:c=>`${Ct(c)}, ${pa(c)}`},
boxText:c=>P((1-c)/c,4),textOf:Ct,read:c=>c.includes(":")?To(c):To(`1:${c}`),onEnds:c=>e({cost:c})}),i=st({key:"cost",title:o.title,content:[r.element,s],onOpen:r.
quiet});function a({cost:c,units:l},u){let h=!D(l).usesCost,f=c[0]===c[1]?d(o.tail_one,{ratio:Ct(c[0])}):o.tail;r.show(c,{fresh:u,off:h,words:h?d(o.unused,{units:l}):
f}),F(s,d(o.threshold,{threshold:W(ge(...c))}))}return{...i,show:a}}var{shift:zt}=w.page,_i=.05;function Au(t,e){let n=b("input",{type:"range",id:"shift",min:0,max:1,step:_i,"aria-label":zt.slider});n.addEventListener("input",()=>e(
{shift:Number(n.value)}));let o=b("p",{class:"note"}),s=b("div",{class:"shift-ends"},b("p",{},zt.none_end),b("p",{},zt.all_end)),r=b("button",{type:"button",class:"\
plain"},Eu(t));r.addEventListener("click",()=>e({shift:t.own.shift}));let i=b("output",{for:"shift"}),a=[o,b("div",{class:"shift-slider"},b("div",{class:"shift-\
track"},n,...Ng(t)),i),s,r],c=st({key:"shift",title:zt.title,content:a});function l({shift:u,group:h}){let f=u??Sg(t);n.step=Number.isInteger(Math.round(1e9*f)/
(1e9*_i))?_i:"any",Number(n.value)!==f&&(n.value=f),n.setAttribute("aria-valuetext",u===null?Eu(t):Pt(u)),F(i,u===null?"–":P(u,2)),F(o,d(zt.why,{observed:W(t.
patientsPrevalence(h))})),r.hidden=u===t.own.shift}return{...c,show:l}}function Sg({shifts:t}){return t.reduce((e,{gamma:n})=>e+n,0)/t.length}function Eu({own:t,
shifts:e,models:n}){if(t.shift===null){let s=e.map(({gamma:r},i)=>d(w.shift.opening_one,{model:n[i],shift:P(r,2)}));return d(zt.by_model,{shifts:s.join(", ")})}
let{standard_error:o}=e[0];return o>0?d(zt.fitted,{shift:P(t.shift,2),error:P(o,2)}):d(zt.stated,{shift:Pt(t.shift)})}function Ng({shifts:t}){return[...new Set(
t.filter(({standard_error:n})=>n>0).map(({gamma:n})=>n))].map(n=>{let o=b("span",{class:"shift-mark","aria-hidden":"true"});return o.style.left=`calc(8px + ${P(
n,6)} * (100% - 16px))`,o})}function Su(t,e,n){let o={prevalence:Ou(t,e),cost:Tu(t,e),shift:Au(t,e),models:lu(t,e),against:fu(e),units:uu(e),margin:hu(e),stated:pu(t.page?.settings??[],e)},
s=b("p",{class:"unseen",id:vi},w.page.slider_keys),r=["models","units","margin","stated"].map(u=>[o[u],xi(o[u])]);r.at(-1)[1].hidden=o.stated.isEmpty;let i=b("b\
utton",{type:"button",class:"reset"},w.page.reset);i.addEventListener("click",n);let a=b("div",{class:"settings"},...r.map(([,u])=>u),i),c=[s,...Object.values(o).
map(({element:u})=>u)];function l(u,h){let{state:f}=u;for(let p of Object.values(o))p.show(p===o.against?u:f,h);for(let[p,m]of r)F(m,p.words(f));i.setAttribute(
"aria-disabled",bn(f,t.own))}return{panels:o,elements:c,line:a,show:l}}function xi(t,e="quiet"){let n=b("span",{role:"button",tabindex:"0",class:`knob ${e}`});return n.
addEventListener("keydown",o=>{o.key!=="Enter"&&o.key!==" "||(o.preventDefault(),n.click())}),t.attach(n)}function $g(t){return b("dl",{class:"pairs"},...t.flatMap(([e,n])=>[b("dt",{},e),b("dd",{},b("bdi",{},n))]))}function Rg({rows:t,used:e,dropped:n},o){return t===
null?`${B(e)} used, fewer than ${B(o)} dropped`:`${B(t)} read, ${B(e)} used, ${B(n.rows)} dropped`}function Nu({result:t,page:e}){let{provenance:n,data:o,requirements:s=[]}=t,
r=a=>typeof a=="string"?a:JSON.stringify(a),i=[["baserate",n.version],["made",n.time],["data (SHA-256)",o.sha256],["read from",Object.values(n.source).filter(a=>typeof a==
"string").join(", ")],["rows",Rg(o,e.smallest_cell)],["seed",String(n.seed)],...Object.entries(n.parameters).filter(([,a])=>a!==null).map(([a,c])=>[a,r(c)]),...s.
map(({text:a,met:c,found:l})=>[c?"requirement met":"requirement not met",`${a} (found: ${l})`]),...n.notes.map(a=>["note",a])];document.getElementById("provenan\
ce").append($g(i))}function $u({result:t,page:e}){let{score:n,score_at_one_prevalence:o,groups:s,settings:r}=e.error,i=B(e.smallest_cell),a=e.smallest_cell>1?`S\
cores are binned, cases and non-cases apart: every bin holds at least ${i} patients of its class, and no number in this file, nor the difference of two, is abou\
t fewer. Groups with fewer of either class are not shown, and where that would not hide them, another with them.`:"No smallest cell was asked for: a bin may hol\
d a single patient. This file is for use within the house.",c=f=>`${P(1e3*f,2)} per 1,000`,l=t.groups.length>0?`; in a group up to ${c(s)}`:"",u=`What that cost\
s: over ${B(r)} settings of the controls, the net benefit of a model on this page was never further from that of the patients themselves than ${c(n)} over a ran\
ge of prevalences, and ${c(o)} at one prevalence, where all turns on one threshold${l}. Every number has an error of its own beside that, behind which no digit \
is printed. At the study's own setting the numbers are those of the patients, but for those that would tell of fewer than that.`,h=[`No row of a patient is in t\
his file. For each model and group it holds counts of cases and non-cases in narrow bins of the score. ${a}`,u,"The page makes no request: it has no address to \
send anything to, and its security policy forbids any connection. Your setting is in its address only."];(e.reduced||t.data.binning)&&h.push("The scores had bee\
n binned in log odds where the patients are, before they came here."),document.getElementById("privacy").append(...h.map(f=>b("p",{},f)))}var Ig="200px 0px";function Ru(){let t=new Map,e=new IntersectionObserver(s=>{for(let{target:r,isIntersecting:i}of s){let a=t.get(r);a.near=i,a.near&&o(a)}},{rootMargin:Ig}),
n=null;function o(s){n===null||s.shown===n||(s.shown=n,s.show(n))}return addEventListener("beforeprint",()=>t.forEach(({show:s})=>s(n,!0))),{add(s,r){t.set(s,{show:r,
near:!1,shown:null}),e.observe(s)},show(s){n=s;for(let r of t.values())r.near&&o(r)}}}function Iu(){let t=[];addEventListener("beforeprint",()=>{t=[...document.
querySelectorAll("details:not([open])")];for(let e of t)e.open=!0}),addEventListener("afterprint",()=>{for(let e of t)e.open=!1})}var Cu=new Set,bs=new Set;addEventListener(
"resize",()=>{for(let t of Cu)t.style.minHeight=""});function tn(t){Cu.add(t),bs.size===0&&setTimeout(Cg),bs.add(t)}function Cg(){let t=[...bs].map(e=>[e,Math.ceil(
e.getBoundingClientRect().height)]);bs.clear();for(let[e,n]of t)n>(Number.parseFloat(e.style.minHeight)||0)&&(e.style.minHeight=`${n}px`)}var{page:yi}=w,Pg={prevalence:"prevalence",cost:"cost",shift:"shift",best:"models",group:"models",other:"against"},Fg=500,ki=t=>_s(t).map(e=>e.text??e).join("");
function _s({verdict:t,state:e}){let n=s=>typeof s=="string"?Ne(s):s.control==="prevalence"?{...s,text:Ne(s.text)}:s,o=t.sentence.map(n);return e.group===null?o:
[{control:"group",text:e.group},": ",...o]}function Ne(t){return t.replace(/(?<![\p{L}\p{N}_)\]])-(?=\d)/gu,"−").replace(/ (?=%)|(?<=[<>]) (?=\d)/g," ")}function nn(t,e,n){
let o=new Map,s="",r=(i,a)=>{let c=`${i}${a}`;return o.has(c)||o.set(c,xi(e[Pg[i]],n)),o.get(c)};return(i,a=()=>null)=>{let c=i.map(h=>typeof h=="string"?null:h.
control),l=c.join(),u=i.map((h,f)=>{if(typeof h=="string")return h;let p=r(h.control,c.slice(0,f).filter(m=>m===h.control).length);if(p.dataset.control=h.control,
p.textContent!==h.text){let m=["best","other","group"].includes(h.control);p.replaceChildren(m?Tn(h.text):h.text)}return p.style.color=a(h)??"",p});l===s&&t.childNodes.
length===u.length?u.forEach((h,f)=>{let p=t.childNodes[f];typeof h=="string"&&p.data!==h&&(p.data=h)}):(s=l,t.replaceChildren(...u.map(h=>typeof h=="string"?document.
createTextNode(h):h)))}}var Lg=t=>`var(--model-${t%7}-edge)`;function Pu(t,e){let n=b("h2",{id:"sentence","data-keep-clear":!0}),o=b("p",{id:"second"}),s=b("p",
{class:"bins",id:"bins","data-exact":t.page.smallest_cell===1}),r=b("p",{class:"unseen",role:"status"}),i=nn(n,e,"strong"),a=0;function c(l){let u=new Map(l.models.
map(h=>[h.name,h.index]));i(_s(l),({control:h,text:f})=>h==="best"&&u.has(f)?Lg(u.get(f)):null),F(o,Ne(Wg(l))),F(s,Ne(Mi(t,l))),clearTimeout(a),a=setTimeout(()=>F(
r,`${ki(l)} ${o.textContent}`),Fg)}return{elements:[n,o,s,r],show:c}}function Wg({verdict:t,scale:e,models:n,comparisons:o}){let{best:s,runnerUp:r,added:i,possible:a}=t,
c=n.find(({name:u})=>u===(s===$?r:s)),{confidence:l}=o.find(u=>u.model===c.name&&u.other===$);return[d(yi.second_added,{model:c.name,added:Oe(i,e),possible:_a(a,
e),unit:e.short}),d(yi.second_sure,{confidence:mn(l)})].join(" ")}function Mi({page:t},{exact:e=!0,error:n=0,verdict:o,scale:s}){if(e||!(n>0))return"";let{difference:r}=o;
if(!(n>(r.high-r.low)/20||2*n*s.factor>10**-s.digits)&&!o.withinError)return"";let a=d(yi.bins,{least:t.smallest_cell,error:`${Dg(n*s.factor)} ${s.short}`});return o.
withinError?`${a} ${w.verdict.within_error}`:a}function Dg(t){let e=10**(Math.floor(Math.log10(t))-1);return String(Number((Math.ceil(t/e-1e-9)*e).toPrecision(2)))}function H(t){return lt({names:t?.names})}function ze({found:t,unit:e},n){return d(t??e,H(n))}function qe({name:t,patients:e,positives:n,counted:o,followed:s},{
outcome:r}=H()){return d(w.figures.slice,{name:q(t),patients:B(e),counted:o??w.tables.patients,positives:B(n),outcome:r})+Oi(s)}function Oi(t){if(!t)return"";let e=d(
w.figures.by_horizon,{horizon:P(t.horizon,6),time:q(t.time)});return t.censored===null?e:e+d(w.figures.censored,{censored:B(t.censored)})}function jg(t){return/^[\s\x00-\x1f]*[=+\-@]/.test(t)?`'${t}`:t}function Bg(t){if(t==null||Number.isNaN(t))return"";if(typeof t=="number"||typeof t=="boolean")return String(
t);let e=jg(String(t));return/[",\r\n]/.test(e)?`"${e.replaceAll('"','""')}"`:e}function zg({sources:t={},recalibrated:e=[],margin:n=null,shift:o=1}){let s=Object.
entries(t).map(([r,i])=>`${r} ${i}`);return{...o===1?{}:{shift:o??"by model"},...n===null?{}:{margin_per_1000:n},...s.length>0?{taken_as_calibrated_to:s.join(";\
 ")}:{},...e.length>0?{taken_recalibrated:e.join("; ")}:{}}}function xs({heads:t,rows:e},n){let o={prevalence_low:n.prevalence===null?"own":n.prevalence[0],prevalence_high:n.
prevalence===null?"own":n.prevalence[1],cost_low:n.cost[0],cost_high:n.cost[1],units:n.units,chosen_group:n.group??"everyone",...zg(n)},s=[[...t,...Object.keys(
o)]];for(let r of e)s.push([...r,...Object.values(o)]);return s.map(r=>r.map(Bg).join(",")).join(`\r
`)+`\r
`}var{figures:$e}=w,qg=2,Hg=16e6,Ti=null;function ks(t){Ti??=document.body.appendChild(b("p",{class:"status unseen",role:"status","aria-live":"polite"})),F(Ti,""),
setTimeout(()=>F(Ti,t),30)}function Nn(t,e,n){let o=t instanceof Blob?t:new Blob([t],{type:`${n};charset=utf-8`}),s=URL.createObjectURL(o),r=b("a",{href:s,download:e});
document.body.append(r),r.click(),r.remove(),setTimeout(()=>URL.revokeObjectURL(s),1e4),ks(d($e.saved,{name:e}))}async function Ei(t,e){let n=!1;try{await navigator.
clipboard.writeText(t),n=!0}catch{n=Ug(t)}return ks(d(n?$e.copied:$e.not_copied,{what:e})),n}function Ug(t){let e=document.activeElement,n=document.body.appendChild(
b("textarea",{class:"unseen",readonly:!0}));n.value=t,n.select();let o=!1;try{o=document.execCommand("copy")}catch{}return n.remove(),e?.focus?.({preventScroll:!0}),
o}var Lu=t=>Ei(t,$e.the_sentence),Wu=()=>Ei(location.href,$e.the_link),Fu="http://www.w3.org/2000/svg",ys=14,Du=22;function ju({viewBox:{baseVal:t}}){return{width:t.
width+2*ys,height:t.height+2*ys+Du}}function Ai(t,e){let{width:n,height:o}=ju(t),s=t.cloneNode(!0);for(let h of s.querySelectorAll(".figure-reader, [aria-hidden\
=true]"))h.remove();let r=s.querySelector("[role=img]")?.getAttribute("aria-label")??e;for(let h of s.querySelectorAll("*"))for(let f of Gg)h.removeAttribute(f);
s.removeAttribute("style"),s.removeAttribute("class");let i={x:-ys,y:-ys-Du},a={xmlns:Fu,width:n,height:o,viewBox:`${i.x} ${i.y} ${n} ${o}`,role:"img"};a["font-\
family"]=getComputedStyle(t).fontFamily;for(let h in a)s.setAttribute(h,a[h]);let c=(h,f="",p={})=>{let m=document.createElementNS(Fu,h);m.textContent=f;for(let g in p)
m.setAttribute(g,p[g]);return m},l=c("rect","",{...i,width:n,height:o,fill:J}),u=c("text",e,{x:0,y:-12,"font-size":15,"font-weight":600});return s.prepend(c("ti\
tle",e),c("desc",r),l,u),tu(new XMLSerializer().serializeToString(s))}var Gg=["style","class","role","tabindex",...["label","valuenow","valuemin","valuemax","va\
luetext","orientation","disabled"].map(t=>`aria-${t}`)];async function Bu(t,e){let{width:n,height:o}=ju(t),s=Math.min(qg,Math.sqrt(Hg/(n*o))),r=new Image;r.src=
`data:image/svg+xml;charset=utf-8,${encodeURIComponent(Ai(t,e))}`,await r.decode();let i=b("canvas",{width:Math.round(n*s),height:Math.round(o*s)});return i.getContext(
"2d").drawImage(r,0,0,i.width,i.height),new Promise((a,c)=>i.toBlob(l=>l?a(l):c(new Error("no picture")),"image/png"))}async function Vg(t,e,n){try{Nn(await Bu(
t,e),`${n}.png`)}catch{ks($e.no_picture)}}async function Kg(t,e){try{await navigator.clipboard.write([new ClipboardItem({"image/png":Bu(t,e)})]),ks(d($e.copied,
{what:$e.the_figure}))}catch{await Ei(Ai(t,e),$e.the_figure_as_svg)}}function zu({key:t,title:e,figure:n,table:o,state:s}){let r=`baserate-${t}`,i=()=>typeof e==
"function"?e():e,a=c=>()=>n()&&c(n());return Yg($e.save,d($e.save_this,{title:i()}),[[$e.save_svg,a(c=>Nn(Ai(c,i()),`${r}.svg`,"image/svg+xml"))],[$e.save_png,a(
c=>Vg(c,i(),r))],[$e.copy_figure,a(c=>Kg(c,i()))],[$e.save_csv,()=>Nn(xs(o(),s()),`${r}.csv`,"text/csv")]])}var Zg=0;function Yg(t,e,n){let o=`menu-${++Zg}`,s=b(
"button",{type:"button",class:"save","aria-haspopup":"menu","aria-expanded":"false","aria-controls":o,title:e,"aria-label":e},t),r=n.map(([h,f])=>{let p=b("butt\
on",{type:"button",role:"menuitem",tabindex:"-1"},h);return p.addEventListener("click",()=>{u(!0),f()}),p}),i=b("div",{id:o,role:"menu",class:"menu","aria-label":e,
hidden:!0},...r),a=b("div",{class:"save-menu"},s,i),c=h=>a.contains(h.target)||u(!1);function l(h){i.hidden=!1,s.setAttribute("aria-expanded","true"),r.at(h).focus(),
document.addEventListener("pointerdown",c)}function u(h){i.hidden=!0,s.setAttribute("aria-expanded","false"),document.removeEventListener("pointerdown",c),h&&s.
focus()}return s.addEventListener("click",()=>i.hidden?l(0):u(!0)),s.addEventListener("keydown",h=>{let f={ArrowDown:0,ArrowUp:-1}[h.key];f!==void 0&&(h.preventDefault(),
l(f))}),i.addEventListener("keydown",h=>Jg(h,r,u)),a.addEventListener("focusout",h=>{h.relatedTarget&&!a.contains(h.relatedTarget)&&!i.hidden&&u(!1)}),a}function Jg(t,e,n){
let o=e.indexOf(document.activeElement),s={ArrowDown:o+1,ArrowUp:o-1,Home:0,End:e.length-1};t.key==="Escape"?(t.stopPropagation(),n(!0)):t.key in s&&(t.preventDefault(),
e[(s[t.key]+e.length)%e.length].focus())}function Xg({state:t,answer:e,link:n,tables:o}){let s=o.map(({key:h,title:f,table:p})=>[h,{title:f,heads:p.heads,rows:p.
rows}]),{verdict:r,scale:i,level:a,slice:c,setting:l}=e,u={link:n,state:t,setting:l,slice:c,level:a,unit:i.unit,verdict:r.text};return`${JSON.stringify({...u,tables:Object.
fromEntries(s)},Qg,1)}
`}function Qg(t,e){return typeof e=="number"?Number.isFinite(e)?e:null:ArrayBuffer.isView(e)?Array.from(e):e}function qu(t){Nn(Xg(t),"baserate-data.json","appli\
cation/json")}var{opening:mt,page:Ms}=w;function Hu(t){let{outcome:e,title:n}=lt(t.result),o=n??t.page.title;document.getElementById("title").textContent=o,document.title=o.replace(
/\s+/g," ");let{data:s}=t.result,r=document.getElementById("patients-line"),i=d(Ms.patients,{patients:B(s.used),counted:t.counted,positives:B(s.positives),outcome:e});
r.textContent=i+Oi(s.follow_up)}function Uu({result:t,page:e}){let{data:n,deployment:o,provenance:s}=t,r=[n.follow_up?.text??d(n.clusters===null?mt.patients:mt.
clusters,{patients:B(n.used),positives:B(n.positives),prevalence:W(n.prevalence),clusters:B(n.clusters??0),cluster:s.parameters.cluster})];return n.dropped.rows!==
0&&r.push(e0(n,e.smallest_cell)),r.push(t0(o.source_prevalence)),e.reduced&&r.push(mt.binned),r}function e0({rows:t,dropped:e},n){let o=Object.entries(e.missing).
map(([s,r])=>r===null?s:d(mt.dropped_because,{column:s,rows:B(r)})).join(", ");return e.rows===null?d(mt.dropped_few,{least:n,reasons:o}):d(mt.dropped,{dropped:B(
e.rows),rows:B(t),reasons:o})}function t0(t){let e=Object.entries(t).filter(([,n])=>n.of!=="group").map(([n,{value:o,of:s}])=>d(s==="all"?mt.calibrated_to_all:mt.
calibrated_to_one,{model:n,prevalence:de(o)}));return e.length===0?mt.calibrated_to_observed:d(mt.calibrated_to,{models:e.join(", ")})}function Gu(t,e,n){let o=(i,a)=>{
let c=b("button",{type:"button",class:"plain"},i);return c.addEventListener("click",a),c},s=()=>qu({state:t().state,answer:t(),link:e(),tables:n()}),r=()=>{e(),
Wu()};return[o(Ms.copy_link,r),o(Ms.copy_sentence,()=>Lu(ki(t()))),o(Ms.save_all,s)]}var{page:$n}=w,n0=3;function o0(t){return[...Vu(t),...t.result.warnings,...Uu(t)]}function Vu({result:{requirements:t=[]}}){return t.filter(({met:n})=>!n).map(({
text:n,found:o})=>d($n.requirement,{text:n,found:o}))}function Ku(t,e){let n=o0(t),o=Vu(t).map(h=>({kind:"requirement",text:h,action:null})),s=b("ul",{}),r=b("u\
l",{}),i=b("p",{id:"verdict-text"}),a=b("summary",{},$n.verdict_in_full),c=b("details",{class:"more-notes"},a,b("h3",{},$n.verdict_in_full),i,r),l=b("section",{
id:"before","aria-labelledby":"before-title"},b("h2",{id:"before-title",tabindex:"-1"},$n.before_title),s,c);function u({before:h}){let f=[...o,...h].slice(0,n0);
for(;s.children.length>f.length;)s.lastChild.remove();f.forEach((v,_)=>s0(s.children[_]??s.appendChild(b("li",{})),v,e));let p=new Set(f.map(({text:v})=>v)),m=n.
filter(v=>!p.has(v));for(;r.children.length>m.length;)r.lastChild.remove();m.forEach((v,_)=>F(r.children[_]??r.appendChild(b("li",{})),Ne(v)));let g=m.length+1;
F(a,g===1?$n.verdict_in_full:d($n.more_notes,{count:g})),tn(s)}return{element:l,show:u,showVerdict:({verdict:h})=>F(i,Ne(h.text))}}function s0(t,{kind:e,text:n,
action:o,actions:s=o?[o]:[]},r){let i=JSON.stringify([e,n,s]);t.dataset.shown!==i&&(t.dataset.shown=i,t.dataset.kind=e,t.replaceChildren(b("span",{class:"words"},
Ne(n)),...s.flatMap(a=>[" ",r0(a,r)])))}function r0({text:t,change:e},n){let o=b("button",{type:"button",class:"switch"},Ne(t));return o.addEventListener("click",
()=>{n(e),o.isConnected||document.querySelector("#before .switch, #before-title").focus()}),o}var{page:Os}=w;function i0({id:t,title:e}){let n=b("a",{href:`#${t}`},e);return n.addEventListener("click",o=>{o.preventDefault(),Si(t)}),n}function Si(t){let e=document.
getElementById(t);if(e===null)return!1;e.localName==="details"&&(e.open=!0),e.scrollIntoView({block:"start"});let n=e.querySelector("summary, h2, h3")??e;return n.
localName!=="summary"&&(n.tabIndex=-1),n.focus({preventScroll:!0}),!0}function Zu(t,e){let n=b("span",{class:"words"}),o=b("span",{class:"numbers"}),s=b("p",{class:"\
brief"},n,o),r=nn(o,e,"quiet"),i=b("ul",{},...t.map(u=>b("li",{},i0(u)))),a=b("nav",{"aria-label":Os.contents},i),c=b("div",{id:"contents","data-stays":!0},a,s);
function l(u){let{verdict:h}=u,f=m=>_s(u).find(g=>g.control===m),p=[f("prevalence"),f("cost")].filter(Boolean);F(n,a0(h)),r(p.flatMap((m,g)=>g===0?[m]:[", ",m]))}
return{element:c,show:l}}function a0({best:t,decided:e,betterThanWithout:n}){return n.length===0?Os.brief.none:e?d(Os.brief.use,{best:t}):Os.brief.too_close}var E={title:15,text:13,tick:12};function L(t,e,n,o,s,r=""){let i=O(t,"text",{x:T(e),y:T(n),...s}),a=`${o}
${r}`;return i.drawnWords===a||(i.drawnWords=a,i.textContent=o,r&&(i.appendChild(document.createElementNS(Qt,"title")).textContent=r)),i}function be(t,e,n,o,s,r){
let i=qt(o,s,r?.["font-size"]??E.text,r?.["font-weight"]??400);return L(t,e,n,Mt(i),r,i===le(o)?"":o)}var lo=new Map,Ni=null,$i="sans-serif";function I(t,e=E.text,n=400){
let o=`${n}/${e}/${t}`,s=lo.get(o);return s===void 0&&(Ni??=document.createElement("canvas").getContext("2d"),Ni.font=`${n} ${e}px ${$i}`,s=Ni.measureText(t).width,
lo.size>3e3&&lo.clear(),lo.set(o,s)),s}function qt(t,e,n=E.text,o=400){let s=le(t);if(I(s,n,o)<=e)return s;let r=Array.from(s),i=1,a=r.length;for(;i<a;){let c=i+
a+1>>1;I(r.slice(0,c).join("")+"…",n,o)<=e?i=c:a=c-1}return r.slice(0,i).join("").trimEnd()+"…"}function Pe(t,e,n=E.text,o=400){let s=[],r="";for(let i of t.
split(" ")){let a=r?`${r} ${i}`:i;r&&I(a,n,o)>e?(s.push(r),r=i):r=a}return[...s,r]}function He(t,e,n,o,s,r={}){let i=r["font-size"]??E.text,a=Pe(o,s,i,r["font-w\
eight"]??400);return a.forEach((c,l)=>L(t,e,n+i*(1+1.25*l),c,r)),n+i*1.25*a.length}function Ri(t){return!t||t===$i?!1:(lo.clear(),$i=t,!0)}var Rn={stroke:J,"str\
oke-width":4,"stroke-linejoin":"round","paint-order":"stroke"};function Yu(t,e,n,o,s,r={}){return be(t,e,n,o,s,{...Rn,"text-anchor":"middle",...r})}var Ju=[.001,.002,.005,.01,.02,.05,.1,.2,.5,1,2,5,10,20,50],c0=[[...Ju,...Ju.slice(0,-1).map(t=>100-t).reverse()],[.1,.2,.3,.5,.7,1,2,3,4,5,6,7,8,9,10,20,30,40,
50,60,70,80,90,91,92,93,94,95,96,97,98,99],Array.from({length:999},(t,e)=>(e+1)/10)];function rt(t,e,n=8){for(let o of c0){let s=o.map(r=>r/100).filter(r=>r>=t&&
r<=e);if(s.length>=3)return s.filter((r,i)=>i%Math.ceil(s.length/n)===0)}return[t,e]}function it(t,e,n=5){let o=(e-t)/n;if(!(o>0))return[t];let s=10**Math.floor(
Math.log10(o)),r=[1,2,5,10].find(a=>a*s>=o)*s,i=[];for(let a=Math.ceil(t/r-1e-9);a<=e/r+1e-9;a++)i.push(a*r);return i}function Ts(t,e,n){let o=-1/0;return t.filter(
s=>{let r=Math.abs(e(s)-o)>=n;return r&&(o=e(s)),r})}function Es(t,e,n,o){let s=-1/0;return t.filter(r=>{let i=I(n(r),E.tick)/2,a=y(e(r),i,o-i),c=a-i>=s+10;return c&&
(s=a+i),c})}function Ke(t,e){t.top=He(t.layer,0,t.top,e,t.width,{"font-size":E.tick,fill:j})+8}function Ht(t,e,n,o=10){return{left:e,top:t.top,right:t.width-o,bottom:t.top+
n}}function dt(t,e,n,o,s=Ve){let r="";for(let i of o){let a=T(n(i));r+=`M${e.left} ${a}H${e.right}`,L(t.layer,e.left-6,a+4,s(i),{"text-anchor":"end","font-size":E.
tick})}O(t.layer,"path",{d:r,stroke:Mn,"stroke-opacity":.7,fill:"none"})}function gt(t,e=Ve){return 10+Math.max(...t.map(n=>I(e(n),E.tick)))}function Ze(t,e,n,o,s,r,i){
let a=`M${e.left} ${e.bottom}H${e.right}`,c=u=>i&&i(u).length>s(u).length?i(u):s(u);for(let u of Es(o,n,c,t.width)){let h=T(n(u));a+=`M${h} ${e.bottom}v5`;let f=I(
c(u),E.tick)/2,p=y(h,f,t.width-f),m={"text-anchor":"middle","font-size":E.tick};L(t.layer,p,e.bottom+18,s(u),m),i&&L(t.layer,p,e.bottom+33,i(u),{...m,fill:A})}O(
t.layer,"path",{d:a,stroke:j,fill:"none"});let l=e.bottom+(i?39:24);return He(t.layer,e.left,l,r,t.width-e.left,{"font-size":E.tick})}function In(t,e,n="clip"){
let o=O(t.layer,"clipPath",{id:`${t.id}-${n}`});return O(o,"rect",{x:e.left,y:e.top-2,width:e.right-e.left,height:e.bottom-e.top+4}),{"clip-path":`url(#${t.id}-${n}\
)`}}function Ii(t,e){O(t,"path",{d:e,stroke:A,"stroke-width":1.5,"stroke-dasharray":"6 4",fill:"none"})}function Xu(t,e,n,[o,s]){let r=c=>y(n(c),e.left,e.right),
i=T(r(o)),a=T(r(s));a-i<1.5?Ii(t.layer,`M${(i+a)/2} ${e.top}V${e.bottom}`):(O(t.layer,"rect",{x:i,y:e.top,width:a-i,height:e.bottom-e.top,fill:fs}),O(t.layer,"p\
ath",{d:`M${i} ${e.top}V${e.bottom}M${a} ${e.top}V${e.bottom}`,stroke:A}))}var As=new WeakMap,l0=0,Ci=!1,u0=340,h0=760,f0=400;function Pi(t){return Ci?f0:t?Math.round(y(t,u0,h0)):480}var p0=new ResizeObserver(t=>{requestAnimationFrame(
()=>t.forEach(e=>m0(e.target,e.contentRect.width)))});function m0(t,e){let n=As.get(t);if(!n||!(e||Ci))return;n.pixels=e||n.pixels,(Ri(getComputedStyle(t).fontFamily)||
Pi(n.pixels)!==n.width)&&n.again()}function Qu(t){Ci=t;for(let e of document.querySelectorAll("svg.figure")){let n=As.get(e.parentNode);n&&Pi(n.pixels)!==n.width&&
n.again()}}addEventListener("beforeprint",()=>Qu(!0));addEventListener("afterprint",()=>Qu(!1));function d0(t){Ri(getComputedStyle(t).fontFamily),t.replaceChildren();
let e=O(t,"svg",{class:"figure",width:"100%",fill:j,"font-size":E.text});e.style.display="block",e.style.overflow="visible";let n=O(e,"g",{role:"img"}),o={id:`f\
igure-${++l0}`,host:t,svg:e,layer:n,pixels:t.clientWidth};return As.set(t,o),p0.observe(t),o}function ie(t,e,n){let o=As.get(t),s=o?.svg.parentNode===t?o:d0(t);
return s.width=Pi(s.pixels),s.again=n,s.question=e,io(s.layer),s.top=4,t.hasAttribute("data-untitled")||(s.top=He(s.layer,0,0,e,s.width,{"font-size":E.title,"fo\
nt-weight":600})+6),s}function oe(t,e,n,o=""){return ao(t.layer),t.svg.setAttribute("viewBox",`0 0 ${t.width} ${Math.ceil(e)}`),t.layer.setAttribute("aria-label",
`${t.question} ${n} ${o}`.trim()),n}function ae(t,e){t.reader?.remove();let n=He(t.layer,0,t.top,e,t.width,{fill:A});return oe(t,n+8,e)}function Cn(t,e,n){let o=t.map((r,i)=>i).filter(r=>[t[r],e[r],n[r]].every(Number.isFinite));if(o.length<2)return"";let s=(r,i)=>r.map(a=>`${T(t[a])} ${T(i[a])}`).
join("L");return`M${s(o,n)}L${s([...o].reverse(),e)}z`}var Ss=18,$t=8;function Ye(t,e){t.reader??=new Fi(t),t.reader.use(e)}var Fi=class{constructor(e){this.figure=e,this.place=null,this.group=O(e.svg,"g",{"aria-hid\
den":"true","pointer-events":"none"}),this.rect=O(e.svg,"rect",{role:"slider",tabindex:"0",fill:"transparent",class:"figure-reader"}),this.rect.style.outline="n\
one",this.rect.style.touchAction="pan-y",this.listen()}listen(){let e=n=>this.follow(n);this.rect.addEventListener("pointermove",e),this.rect.addEventListener("\
pointerdown",e),this.rect.addEventListener("pointerleave",()=>this.leave()),this.rect.addEventListener("focus",()=>this.focus()),this.rect.addEventListener("blu\
r",()=>this.hide()),this.rect.addEventListener("keydown",n=>this.key(n)),this.rect.addEventListener("click",()=>this.place&&this.reading.pick?.(...this.place))}use(e){
this.reading=e;let{area:n,label:o,size:s}=e,r={x:n.left,y:n.top,width:Math.max(n.right-n.left,1),height:Math.max(n.bottom-n.top,1)};this.rect.isConnected||this.
figure.svg.append(this.group,this.rect);for(let i in r)this.rect.setAttribute(i,T(r[i]));this.rect.style.cursor=e.pick?"pointer":"",this.rect.setAttribute("aria\
-label",`${o} ${w.figures.keys_move}`),this.rect.setAttribute("aria-valuemin",0),this.rect.setAttribute("aria-valuemax",Math.max(s[0]-1,0)),this.place?this.stand(
this.place):e.lazy?this.tell(e.start[0],o):this.say(e.start)}remove(){this.hide(),this.group.remove(),this.rect.remove()}follow(e){let n=this.figure.svg.getBoundingClientRect(),
o=this.figure.width/n.width,s=this.reading.at((e.clientX-n.left)*o,(e.clientY-n.top)*o);s&&this.stand(s)}leave(){document.activeElement!==this.rect&&this.hide()}focus(){
this.rect.matches(":focus-visible")&&this.rect.setAttribute("stroke",Xt),this.rect.setAttribute("stroke-width",2),this.place||this.stand(this.reading.start)}key(e){
let[n,o]=this.reading.size,s=Math.max(1,Math.round(n/10)),i={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1],PageDown:[-s,0],PageUp:[s,0],Home:[
-n,0],End:[n,0]}[e.key];if(e.key==="Escape"&&this.hide(),e.key==="Enter"&&this.reading.pick){e.preventDefault(),this.reading.pick(...this.place??this.reading.start);
return}if(!i||o<=1&&i[1])return;e.preventDefault();let[a,c]=this.place??this.reading.start;this.stand([a+i[0],c+i[1]])}stand([e,n]){let[o,s]=this.reading.size,r=(i,a)=>Math.
min(Math.max(i,0),Math.max(a-1,0));this.place=[r(e,o),r(n,s)],this.draw(this.say(this.place))}hide(){this.place=null,this.group.replaceChildren(),this.rect.removeAttribute(
"stroke")}say(e){let n=this.reading.show(...e),o=n.rows.map(({name:s,value:r=""})=>`${Mt(le(s))} ${r}`.trim());return this.tell(e[0],[n.heading,...o,n.foot].filter(
Boolean).join("; ")),n}tell(e,n){this.rect.setAttribute("aria-valuenow",e),this.rect.setAttribute("aria-valuetext",n)}draw(e){let{area:n}=this.reading;io(this.group),
e.guide!==!1&&O(this.group,"path",{d:`M${T(e.x)} ${n.top}V${n.bottom}`,stroke:j,"stroke-width":1});for(let{look:o,x:s,y:r}of e.marks??[])r>=n.top-3&&r<=n.bottom+
3&&ne(this.group,o,Z(o,s,r,5));g0(this.group,this.figure,n,e),ao(this.group)}};function g0(t,e,n,o){let s=E.tick,r=o.rows.map(g=>({...g,shown:qt(g.name,g.value?
170:e.width-80,s)})),i=Math.max(0,...r.map(g=>I(g.value??"",s,600))),a=Math.max(0,...r.map(g=>I(g.shown,s)+(g.look?30:0))),c=qt(o.foot??"",e.width-3*$t,s),l=Math.
max(a+12+i,I(o.heading,s,600),I(c,s)),u=Math.min(l+2*$t,e.width-2),h=Ss*(r.length+1+(o.foot?1:0))+$t,f=w0(o.x,u,e.width),p=b0(o,n,h);O(t,"rect",{x:f,y:p,width:u,
height:h,rx:4,fill:J,stroke:A});let m=p+Ss;L(t,f+$t,m-2,o.heading,{"font-size":s,"font-weight":600});for(let g of r)m+=Ss,v0(t,g,f,u,m);c&&L(t,f+$t,m+Ss-1,Mt(c),
{"font-size":s,fill:A})}function v0(t,{look:e,shown:n,value:o},s,r,i){e&&(ke(t,e,`M${s+$t} ${i-6}h22`),ne(t,e,Z(e,s+$t+11,i-6,3.2))),L(t,s+$t+(e?30:0),i-2,Mt(n),
{"font-size":E.tick}),L(t,s+r-$t,i-2,o??"",{"font-size":E.tick,"font-weight":600,"text-anchor":"end"})}function w0(t,e,n){return t+12+e<=n-1?t+12:t-12-e>=1?t-12-
e:t>n/2?1:n-e-1}function b0(t,e,n){if(t.low)return e.bottom-n-6;if(t.y===void 0)return e.top+2;let o=t.y+12;return o+n<=e.bottom+30?o:Math.max(t.y-12-n,0)}function eh(t,e,n,o,s,r){let i=t(n),a=(r-s)/(t(o)-i||1),c=l=>s+(t(l)-i)*a;return c.invert=l=>e(i+(l-s)/a),Object.assign(c,{low:n,high:o,from:s,to:r})}function Ue(t,e,n,o){
return eh(Number,Number,t,e,n,o)}function vt(t,e,n,o){return eh(M,N,t,e,n,o)}function Ns(t,[e,n],o){let s=r=>y(r,t[0],t[t.length-1]);return[s(N(M(e)-o)),s(N(M(n)+
o))]}function ce(t,e=1/0,n=-1/0){for(let o of t)Number.isFinite(o)&&(o<e&&(e=o),o>n&&(n=o));return[e,n]}function Je(t,e,n=M){let o=n(e),s=0;for(let r=1;r<t.length;r++)
Math.abs(n(t[r])-o)<Math.abs(n(t[s])-o)&&(s=r);return s}function th(t,e){return Array.from(t,n=>T(e(n)))}var{figures:Re}=w,Wi=64,_0=215,$s=22,nh=.002;function Di(t,e,n){let o=ie(t,Re.calibration,()=>Di(t,e,n)),s=(e??[]).filter(({curve:f,histogram:p})=>f?.predicted?.
length>1||p?.edges?.length>1);if(!s.length)return ae(o,Re.calibration_nothing);let r=H(n),i=Y(n.level);Ke(o,d(Re.calibration_above,{...r,level:i}).replaceAll(" \
%"," %"));let a=x0(s),c=k0(o,s,a);for(let f of c)M0(o,f,r);let l=Math.max(...c.map(({bottom:f})=>f)),u=d(Re.calibration_axis,r),h=He(o.layer,0,l,u,o.width,{"fo\
nt-size":E.tick});return A0(o,c,n),oe(o,h+4,N0(s,n.level))}function x0(t){let[e,n]=[1/0,-1/0];for(let{histogram:s,curve:r}of t)if(s?.edges?.length>1)for(let i of[
s.cases,s.nonCases])[e,n]=ce([...y0(s.edges,i)],e,n);else[e,n]=ce(Array.from(r?.predicted??[],M),e,n);let o=s=>s>=e&&s<=n;for(let{curve:s}of t){let r=Array.from(
s?.observed??[],M).filter((i,a)=>o(M(s.predicted[a])));[e,n]=ce(r.map(i=>y(i,e-1,n+1)),e,n)}return[N(e-.1),N(n+.1)]}function y0(t,e){let[n,o]=[0,e.length-1];for(let s=e[n];s<
nh&&n<o;s+=e[n])n++;for(let s=e[o];s<nh&&o>n;s+=e[o])o--;return[t[n],t[o+1]]}function k0(t,e,n){let o=e.length===3?165:_0,s=y(Math.floor((t.width+$s)/(o+$s)),1,
Math.min(e.length,3)),r=(t.width-$s*(s-1))/s,i=rt(...n,r<300?5:8),a=gt(i,R),c=Math.min(r-a-6,420),l=y(c,150,230),u=42+l+10+Wi+26;return e.map((h,f)=>{let p=f%s*
(r+$s),m=t.top+Math.floor(f/s)*(u+14),g={left:p+a,right:p+a+c,top:m+42,bottom:m+42+l},v={...g,top:g.bottom+10,bottom:g.bottom+10+Wi};return{model:h,order:f,area:g,
strip:v,ticks:i,x0:p,wide:r,top:m,bottom:m+u,x:vt(...n,g.left,g.right),y:vt(...n,g.bottom,g.top)}})}function M0(t,e,n){let{model:o,area:s,x:r,y:i,ticks:a,x0:c,wide:l,
top:u}=e,h=z(o.index);ne(t.layer,h,Z(h,c+6,u+12,4.5)),be(t.layer,c+18,u+16,o.name,l-20,{"font-weight":600});let f=O0(o.observedExpected,l);L(t.layer,c,u+33,f,{"\
font-size":E.tick}),dt(t,s,i,Ts(a,i,17),R);let p=`M${T(s.left)} ${T(s.bottom)}L${T(s.right)} ${T(s.top)}`;O(t.layer,"path",{d:p,stroke:A,"stroke-width":1.4,"str\
oke-dasharray":"2 3",fill:"none"});let m=O(t.layer,"g",In(t,s,`panel-${e.order}`)),{predicted:g=[],observed:v=[],low:_,high:x}=o.curve??{},k=Array.from(g,r),S=C=>Array.
from(C,G=>y(i(G),s.top-400,s.bottom+400));_&&x&&On(m,h,Cn(k,S(_),S(x)),.25),ke(m,{...h,dash:""},Bt(k,S(v))),T0(t,e,h,n)}function O0(t,e){let n=typeof t=="number"?
{value:t}:t;if(!Number.isFinite(n?.value))return"";let o=d(Re.observed_expected,{ratio:Pn(n)});return I(o,E.tick)<=e?o:d(Re.o_e_of,{ratio:Pn(n)})}var Li=t=>me(t,
t<.095?3:2);function Pn({value:t,low:e,high:n}){let o=Li(t);return!Number.isFinite(e)||!Number.isFinite(n)||e===null||n===null?o:d(Re.interval,{value:o,low:Li(e),
high:Li(n)})}function T0(t,e,n,o){let{model:s,strip:r,x:i,ticks:a}=e,{edges:c,cases:l,nonCases:u}=s.histogram??{},h=T((r.top+r.bottom)/2);if(c?.length>1){let p=ce(
[...l,...u],0,0)[1]||1,m=Wi/2-2,g=(v,_)=>{let x="";for(let k=0;k<v.length;k++){let[S,C]=[c[k],c[k+1]].map(ue=>T(y(i(N(ue)),r.left,r.right))),G=T(m*v[k]/p);G>0&&
C>S&&(x+=`M${S} ${h}v${-_*G}H${C}V${h}z`)}return x};O(t.layer,"path",{d:g(l,1),fill:n.colour,stroke:n.edge,"stroke-width":.6}),O(t.layer,"path",{d:g(u,-1),fill:A,
"fill-opacity":.4,stroke:A,"stroke-width":.6})}E0(t,e,o);let f=`M${T(r.left)} ${h}H${T(r.right)}`;for(let p of Es(a,i,R,t.width)){f+=`M${T(i(p))} ${r.bottom}v4`;
let m=I(R(p),E.tick)/2,g={"text-anchor":"middle","font-size":E.tick};L(t.layer,y(i(p),m,t.width-m),r.bottom+17,R(p),g)}O(t.layer,"path",{d:f,stroke:j,fill:"none"})}
function E0(t,{model:e,strip:n,x:o},{outcome:s}){let{edges:r=[],cases:i=[],nonCases:a=[]}=e.histogram??{},c=E.tick,l=(u,h,f)=>{let p=Math.min(I(h,c),n.right-n.left),
m=(_,x)=>Math.max(0,...u.filter((k,S)=>o(N(r[S+1]))>_&&o(N(r[S]))<x)),v=m(n.left,n.left+p)<=m(n.right-p,n.right)?n.left+2:n.right-p-2;be(t.layer,v,f,h,p+1,{"fon\
t-size":c,fill:A,...Rn})};l(i,s,n.top+11),l(a,Re.non_cases,n.bottom-3)}function A0(t,e,n){let o=e.filter(({model:i})=>i.curve?.predicted?.length>1);if(!o.length){
t.reader?.remove();return}let s=(i,a)=>{let c=({x0:l,wide:u,top:h,bottom:f})=>i>=l&&i<=l+u&&a>=h&&a<=f;return Math.max(o.findIndex(c),0)},r=({model:i})=>Array.from(
i.curve?.predicted??[]);Ye(t,{label:Re.read_calibration,area:{left:0,right:t.width,top:o[0].area.top,bottom:o.at(-1).strip.bottom},size:[Math.max(...o.map(i=>r(
i).length)),o.length],start:[Math.floor(r(o[0]).length/2),0],at:(i,a)=>{let c=s(i,a),{x:l,area:u}=o[c];return[Je(r(o[c]),l.invert(y(i,u.left,u.right))),c]},show:(i,a)=>S0(
o[a],i,n)})}function S0({model:t,x:e,y:n,area:o},s,r){let{predicted:i,observed:a,low:c,high:l}=t.curve,u=Math.min(s,i.length-1),h=z(t.index),f=[{look:h,name:t.name},
{name:Re.predicted,value:R(i[u])},{name:Re.observed_share,value:R(a[u])},...c&&l?[{name:d(Re.ci,{level:Y(r.level)}),value:yt([c[u],l[u]])}]:[]],p={x:y(e(i[u]),o.
left,o.right),y:y(n(a[u]),o.top,o.bottom)},m=d(Re.at_risk,{risk:R(i[u])});return{...p,guide:!1,heading:m,rows:f,marks:[{look:h,...p}],foot:qe(r.slice,H(r))}}function N0(t,e){
let n=t.map(({name:o,observedExpected:s})=>{let r=typeof s=="number"?{value:s,low:s,high:s}:s;if(!Number.isFinite(r?.value))return q(o);let{low:i,high:a}=r,c=i>
1?"risks_low":a<1?"risks_high":"risks_right";return d(Re[c],{name:q(o),ratio:Pn(r)})});return d(Re.calibration_caption,{models:n.join("; "),level:Y(e).replace("\
 "," ")})}function Ut(t){return(e,n,o)=>{ke(e,t,`M${n} ${o}h32`),ne(e,t,Z(t,n+16,o,4))}}function Fn(t){return(e,n,o)=>O(e,"rect",{x:n+2,y:o-6,width:28,height:12,...t})}function Rs(t){
return(e,n,o)=>ne(e,t,Z(t,n+22,o,5))}function Fe(t,e){let n=0,o=t.top+9;for(let{sample:s,name:r,more:i=""}of e){let a=t.width-40-I(i)-2,c=qt(r,Math.min(a,300)),
l=38+I(c)+I(i)+18;n>0&&n+l-18>t.width&&(n=0,o+=20),s(t.layer,n,o),L(t.layer,n+38,o+4.5,Mt(c)+i,{},c===le(r)?"":r),n+=l}t.top=o+18}function Is([t,e]){return Math.
abs(e-t)<1e-9?(o,s,r)=>Ii(o,`M${s+16} ${r-8}v16`):Fn({fill:fs,stroke:A})}var{figures:Cs,verdict:oh}=w,wt=w.numbers.not_from_this_page;function X(t){if(t?.coarse!==void 0)return t.coarse;let{low:e,high:n,error:o=0}=t??{};return o>(n-e)/
2}function ee(t,e,n=!1){return X(t)?pn(t):_o(t,e,n)}function on(t,e,n=!1){if(X(t))return pn(t);let{value:o}=t??{};return _o({value:o,low:o,high:o,error:t?.error},
e,n)}function $0(t){let e=t.map(q);return e.length<2?e.join(""):[e.slice(0,-1).join(oh.comma),e.at(-1)].join(oh.and)}function R0({value:t,low:e,high:n,...o}){return{
...o,value:-t,low:-n,high:-e}}function uo(t,e,n){let o=(f,p)=>t?.comparisons?.find(m=>m.model===f&&m.other===p),[s,r]=[o(e,n),o(n,e)];if(!s&&!r)return null;let{
difference:i,adjusted:a,confidence:c}=s??r,l=[i,{...i,...a}],[u,h]=s?l:l.map(R0);return{difference:u,adjusted:h,confidence:s?c:1-c}}function rh(t,e,n){let{verdict:o}=t,
s=uo(t,e,n);if(o.coarse||!s||X(s.difference))return null;if(o.best===e||o.best===n){let c=o.best===e?n:e,l=o.best===e?1:-1;return I0(o,c)?l:0}let{low:r,high:i,error:a=0}=s.
adjusted;return r>a?1:i<-a?-1:0}function I0({best:t,tied:e,betterThanWithout:n},o){return o===$?n.includes(t):!e.includes(o)}function Ln(t){let{kind:e,model:n,tied:o}=Tt(
t);return e==="coarse"?wt:e==="none"?Cs.no_model_better:e==="use"?d(Cs.best,{best:q(n)}):d(Cs.too_close_between,{models:$0(o)})}var sh=new WeakMap;function ji(t,e,n,o){
let{range:s,costs:r}=t.setting;if([...s.map(l=>l-n),...r.map(l=>l-o)].every(l=>l===0)&&t.state?.prevalence!==null)return t;if(!e)return null;let a=sh.get(t);if(a?.
prevalence===n&&a.cost===o)return a.point;let c=e(n,o);return sh.set(t,{prevalence:n,cost:o,point:c}),c}function ih(t,e,n,o,s){let r=ji(t,e,n,o);return r?.verdict?
d(Cs.at_point,{prevalence:R(n),threshold:R(o),ratio:ct(o),best:Ln(r.verdict),...s}):""}var{figures:Ps}=w;function Fs(t){return t&&{...t,models:(t.models??[]).filter(e=>e?.value?.length)}}function Wn(t,e,n){let o=D(n)?.zero===null?Ps.worth_of_share:
Ps.worth;return d(o,{unit:ze(t,e),zero:We})}function ah({value:t,low:e=t,high:n=t,error:o},s){return{value:t[s],low:e[s],high:n[s],error:o?.[s]??0}}function Ls(t,e,{
factor:n},o,s){let r=Array.from(o,v=>v>=s[0]&&v<=s[1]),i=v=>Array.from(v??[]).filter((_,x)=>r[x]),a=[0,0];for(let v of e.models)a=ce([...i(v.value),...i(v.recalibrated)],
...a);let c=ce(i(e.treatAll)),l=a[1]-a[0]||1/n,u=Math.max(Math.min(c[0],a[0]),a[0]-.12*l)*n,h=(a[1]+.06*l)*n,f=it(u,h,t.width<480?4:5),p=Ht(t,gt(f),Math.round(t.
width*.34+80)),m=Ue(u,h,p.bottom,p.top),g=vt(s[0],s[1],p.left,p.right);return{area:p,x:g,y:v=>m(v*n),ticks:f,tickScale:m,places:th(o,g),inside:r}}function Ws(t,e,n){
let{area:o,y:s}=e;Xu(t,o,e.x,n.range),dt(t,o,e.tickScale,e.ticks);let r=O(t.layer,"g",In(t,o)),i=a=>Bi(e,a,s);for(let{index:a,low:c,high:l}of n.models)c&&l&&On(
r,z(a),P0(e,c,l));ke(r,ms,`M${o.left} ${s(0)}H${o.right}`),n.treatAll&&ke(r,ps,i(n.treatAll));for(let{index:a,recalibrated:c}of n.models)c&&ke(r,{...z(a),dash:en,
width:1.5},i(c));n.models.forEach((a,c)=>C0(r,e,a,c/n.models.length))}function C0(t,e,n,o){let s=z(n.index),r=Array.from(n.value,(a,c)=>X(ah(n,c))),i=a=>Array.from(
n.value,(c,l)=>r[l]===a?c:NaN);ke(t,s,Bi(e,i(!1),e.y)),r.includes(!0)&&ke(t,{colour:A,edge:A,dash:"1.5 4",width:1.6},Bi(e,i(!0),e.y)),ne(t,s,F0(s,e,n.value,o))}
function ch({inside:t}){return[Math.max(t.indexOf(!0)-1,0),t.lastIndexOf(!0)+2]}function lh({area:t},e){let n=4*(t.bottom-t.top);return o=>Number.isFinite(o)?y(
e(o),t.top-n,t.bottom+n):NaN}function Bi(t,e,n){let[o,s]=ch(t);return Bt(t.places.slice(o,s),Array.from(e.slice(o,s),lh(t,n)))}function P0(t,e,n){let[o,s]=ch(t),
r=i=>Array.from(i.slice(o,s),lh(t,t.y));return Cn(t.places.slice(o,s),r(e),r(n))}function F0(t,{area:e,places:n,y:o},s,r){let i=(e.right-e.left)/4,a=e.left+i*(.35+
.8*r),c="";for(let l=0;l<n.length;l++)n[l]>=a&&n[l]<e.right-4&&(c+=Z(t,n[l],o(s[l]),4),a+=i);return c}function Ds(t,e,n,o,{shares:s,start:r,heading:i}){let a=e.
inside.indexOf(!0),c=e.inside.lastIndexOf(!0);Ye(t,{label:Ps.read_curves,area:e.area,size:[c-a+1,1],start:[y(Je(s,r)-a,0,c-a),0],at:l=>[Je(e.places,l,Number)-a,
0],show:l=>({...L0(e,n,n.scale??o.scale,a+l),heading:i(s[a+l]),foot:qe(o.slice,H(o))})})}function L0({places:t,y:e},n,o,s){let r=n.models.map(c=>({look:z(c.index),
name:c.name,value:ee(ah(c,s),o)})),i=n.models.map(({index:c,value:l})=>({look:z(c),x:t[s],y:e(l[s])})),a=c=>on({value:c,low:c,high:c},o);return n.treatAll&&r.push(
{look:ps,name:Ce,value:a(n.treatAll[s])}),{x:t[s],rows:r,marks:i}}function js(t,e){let n=t.models.some(({low:s})=>s),o={fill:A,"fill-opacity":.22,stroke:"none"};
return[...t.models.map(({name:s,index:r})=>({sample:Ut(z(r)),name:s})),...n?[{sample:Fn(o),name:d(Ps.band,{level:Y(e)})}]:[],...t.treatAll?[{sample:Ut(ps),name:Ce}]:
[],{sample:Ut(ms),name:We}]}var{figures:sn}=w;function zi(t,e,n,o={}){let s=ie(t,sn.decision,()=>zi(t,e,n,o)),r=Fs(e);if(!r?.models?.length||!(r.cost?.length>1))return ae(s,sn.nothing);let i=r.
scale??n.scale,a=d(sn.your_setting,{range:xo(r.range)});Fe(s,[...js(r,n.level),{sample:Is(r.range),name:a}]);let c=R(r.prevalence);Ke(s,d(sn.decision_above,{worth:Wn(
i,n),prevalence:c}));let l=Ls(s,r,i,r.cost,Ns(r.cost,r.range,2.2));Ws(s,l,r);let u=rt(l.x.low,l.x.high,s.width<480?6:9),h=d(sn.decision_axis,H(n)),f=Ze(s,l.area,
l.x,u,R,h,ct),p=_=>d(sn.decision_heading,{threshold:R(_),ratio:ct(_)}),m=ge(...r.range);Ds(s,l,{...r,scale:i},n,{shares:r.cost,start:m,heading:p});let g=ih(n,o.
pointAt,r.prevalence,m,H(n)),v={prevalence:c,low:R(l.x.low),high:R(l.x.high)};return oe(s,f+4,g||d(sn.decision_caption,v))}var uh=Array.from({length:90},(t,e)=>10+e),hh=[-6,-5,-4,-3,-2].flatMap(t=>uh.map(e=>+`${e}e${t-1}`)),W0=uh.map(t=>t/100),D0=hh.filter(t=>t<.01).map(t=>Number((1-
t).toPrecision(9))).reverse(),Bs=[...hh,...W0,...D0],Dn=(t,e)=>Math.abs(t-e)<=1e-9*Math.min(t,1-t);function ho([t,e]){let n=Bs.filter(o=>o>t&&o<e&&!Dn(o,t)&&!Dn(
o,e));return Dn(t,e)?[t]:[t,...n,e]}function rn(t,[e,n]){let o=[e,n].find(c=>Dn(c,t));if(o!==void 0||t<=e||t>=n)return o??(t<=e?e:n);let s=Bs.findIndex(c=>c>=t),
[r,i]=[Bs[s-1]??e,Bs[s]??n],a=M(t)-M(r)<M(i)-M(t)?r:i;return Math.min(Math.max(a,e),n)}function fh(t,e,n){let o=ho(n);if(e>0){let r=o.findIndex(i=>i>t&&!Dn(i,t));
return r<0?o.at(-1):o[Math.min(r+e-1,o.length-1)]}let s=o.findLastIndex(r=>r<t&&!Dn(r,t));return s<0?o[0]:o[Math.max(s+e+1,0)]}var{figures:qi}=w,ph=20,zs=10,Rt=8,j0={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1,PageUp:10,PageDown:-10,End:1/0,Home:-1/0};function mh(t,e){t.brush??=new Hi(
t),t.brush.use(e)}function dh(t){return t.brush?.held??!1}function an(t,e){let n=document.createElementNS(Qt,t);for(let o in e)n.setAttribute(o,e[o]);return n}var Hi=class{constructor(e){
this.figure=e,this.held=!1,this.group=an("g",{class:"brush",role:"group"}),this.rail=an("rect",{fill:Mn,height:Rt,rx:Rt/2}),this.band=an("rect",{fill:Xt,height:Rt}),
this.half=an("path",{stroke:J,"stroke-width":2}),this.ground=an("rect",{fill:"transparent",height:36}),this.handles=[0,1].map(()=>an("circle",{role:"slider",tabindex:"\
0",r:zs,fill:Xt,stroke:J,"stroke-width":2,class:"brush-handle"})),this.rings=[0,1].map(()=>an("circle",{r:zs+3,fill:"none",stroke:Xt,"stroke-width":2,visibility:"\
hidden"})),this.group.append(this.rail,this.band,this.half,this.ground,...this.rings,...this.handles);for(let n of[this.ground,...this.handles])n.style.touchAction=
"pan-y",n.addEventListener("pointerdown",o=>this.press(o));this.handles.forEach((n,o)=>this.listen(n,o))}listen(e,n){e.style.outline="none",e.addEventListener("\
keydown",s=>this.key(n,s));let o=s=>this.rings[n].setAttribute("visibility",s?"visible":"hidden");e.addEventListener("focus",()=>o(e.matches(":focus-visible"))),
e.addEventListener("blur",()=>o(!1))}use(e){Object.assign(this,e);let{scale:n,y:o,ends:s,fixed:r}=e;this.group.parentNode!==this.figure.svg&&this.figure.svg.append(
this.group),this.group.setAttribute("aria-label",qi.brush);let i=(h,f)=>{for(let p in f)h.setAttribute(p,f[p])},a=s.map(h=>T(y(n(h),n.from,n.to))),c={x:n.from-Rt/
2,width:n.to-n.from+Rt};i(this.rail,{...c,y:o-Rt/2}),i(this.ground,{x:n.from-16,width:n.to-n.from+32,y:o-18}),i(this.band,{x:a[0],width:Math.max(a[1]-a[0],0),y:o-
Rt/2});let l=T(y(n(e.median),n.from,n.to)),u=a[1]-a[0]>4*zs;i(this.half,{d:u?`M${l} ${o-Rt/2-1}v${Rt+2}`:""}),this.ground.style.cursor=r?"":"pointer",this.handles.
forEach((h,f)=>{let p={cx:a[f],cy:o};i(h,{...p,r:r?6:zs,fill:r?A:Xt,display:r&&f===1?"none":"inline","aria-label":qi[f===0?"brush_low":"brush_high"],"aria-orien\
tation":"horizontal","aria-valuemin":100*(f===0?e.limits[0]:s[0]),"aria-valuemax":100*(f===0?s[1]:e.limits[1]),"aria-valuenow":Number((100*s[f]).toPrecision(6)),
"aria-valuetext":r?d(qi.brush_observed,{prevalence:R(s[0])}):R(s[f]),"aria-disabled":!!r}),h.style.cursor=r?"":"grab",i(this.rings[f],p)})}change(e){e[0]===this.
ends[0]&&e[1]===this.ends[1]||(this.ends=e,this.onRange?.(e))}moveOne(e,n){let[o,s]=this.ends;this.change(e===0?[Math.min(n,s),s]:[o,Math.max(n,o)])}key(e,n){let o=j0[n.
key];if(o===void 0||this.fixed||n.altKey||n.ctrlKey||n.metaKey)return;n.preventDefault();let s=this.ends.map(r=>fh(r,o,this.limits));n.shiftKey?!s.some((i,a)=>i===
this.ends[a])&&Number.isFinite(o)&&this.change(s):this.moveOne(e,s[e]),this.onRangeEnd?.(this.ends)}shareAt(e){let n=this.figure.svg.getBoundingClientRect(),o=(e.
clientX-n.left)*this.figure.width/n.width,{scale:s}=this;return s.invert(y(o,s.from,s.to))}graspOf(e){let n=this.scale(this.shareAt(e)),o=this.ends.map(r=>n-this.
scale(r));if(Math.abs(o[0]-o[1])<3)return Math.abs(o[0])<ph?"either":o[0]<0?0:1;let s=Math.min(ph,(o[0]-o[1])/3);return o[0]>s&&o[1]<-s?"both":Math.abs(o[0])<=Math.
abs(o[1])?0:1}press(e){if(this.fixed||e.button!==0)return;e.preventDefault();let n=this.graspOf(e),o=this.shareAt(e),s=this.ends,r=e.currentTarget;this.held=!0,
this.handles[n===1?1:0].focus({preventScroll:!0}),r.setPointerCapture(e.pointerId);let i=c=>{let l=this.shareAt(c);if(n==="either"){if(rn(l,this.limits)===rn(o,
this.limits))return;n=l<o?0:1,this.handles[n].focus({preventScroll:!0})}n==="both"?this.moveBoth(s,M(l)-M(o)):this.moveOne(n,rn(l,this.limits))},a=()=>{r.removeEventListener(
"pointermove",i);for(let c of["pointerup","pointercancel"])r.removeEventListener(c,a);this.held=!1,this.onRangeEnd?.(this.ends),this.figure.again()};r.addEventListener(
"pointermove",i);for(let c of["pointerup","pointercancel"])r.addEventListener(c,a);r===this.ground&&typeof n=="number"&&i(e)}moveBoth(e,n){let[o,s]=[this.scale.
low,this.scale.high].map(M),[r,i]=e.map(M),a=y(n,Math.min(o-r,0),Math.max(s-i,0));this.change(e.map(c=>rn(N(M(c)+a),this.limits)))}};var fo=1,qs=-1,Hs=0,Us=null;function Gs(t){let{low:e,high:n,error:o=0}=t??{};return!Number.isFinite(e)||!Number.isFinite(n)||X(t)?Us:e>o?fo:n<-o?qs:Hs}function Vs({
value:t,low:e,high:n,error:o},s){return{value:t[s],low:e[s],high:n[s],error:o?.[s]??0}}function B0(t,e,n){let o=t.prevalence.findIndex(i=>i>=n);if(o<0)return e.
at(-1);let[s,r]=[e[Math.max(o-1,0)],e[o]];return s===r?r:t.at?Gs(t.at(n)):void 0}function gh(t,e){let n=Array.from(t.prevalence,(s,r)=>Gs(Vs(t,r))),o=[];for(let s of ho(
e)){let r=B0(t,n,s);if(r===void 0)continue;let i=o.at(-1);i?.side===r?i.high=s:o.push({side:r,low:s,high:s})}return o}var{figures:U}=w,Ks=22,z0=17;function Gi(t,e,n,o={}){let s=ie(t,U.difference,()=>Gi(t,e,n,o));if(!(e?.prevalence?.length>1))return H0(s,U.nothing);let r={...e,...q0(
e)},{one:i,other:a}=r,c=uo(n,i,a)?.adjusted??null;Ke(s,d(U.difference_above,{unit:ze(n.scale,n),level:Y(n.level).replace(" "," ")}));let l=J0(r,n,c),{plot:u,place:h}=G0(
s,r,n,{mean:c,words:l});dt(s,u.area,u.tickScale,u.ticks,wh),K0(s,u,r,n),X0(s,u,r,c),h&&L(s.layer,h.left+2,h.top+E.tick,l,{"font-size":E.tick,...Rn}),Z0(s,u,r,h&&
{...h,width:I(l,E.tick)}),Y0(s,u,r);let f=tv(s,u,r,n,o);return sv(s,u,r,n),oe(s,f+4,iv(r,n,c))}function q0({low:t,high:e,error:n}){let o=s=>n?.[s]??0;return{lower:Array.
from(t,(s,r)=>s-o(r)),upper:Array.from(e,(s,r)=>s+o(r))}}function H0(t,e){return t.brush?.group.remove(),ae(t,e)}var wh=t=>t>0?`+${Ve(t)}`:Ve(t);function U0(t,e){
return dh(t)||(t.axis=e.axis??[e.prevalence[0],e.prevalence[e.prevalence.length-1]]),t.axis}function G0(t,e,n,{mean:o,words:s}){let r=vh(t,e,n,o,Ks);if(!s)return{
plot:r,place:null};let i=Q0(t,r,e,{words:s,mean:o});if(i)return{plot:r,place:i};let a=vh(t,e,n,o,Ks+z0),{area:c}=a,l=I(s,E.tick)+4,[u,h]=e.range.map(p=>y(a.x(p),
c.left,c.right)),f=y((u+h-l)/2,c.left,Math.max(t.width-l,0));return{plot:a,place:{left:f,top:c.top+Ks-2}}}function vh(t,e,n,o,s){let{factor:r}=n.scale,[i,a]=U0(
t,e),c=Array.from(e.prevalence,(g,v)=>X(Vs(e,v))),[l,u]=V0(e,[i,a],o,c).map(g=>g*r),h=it(l,u,t.width<480?4:5),f=Ht(t,gt(h,wh),Math.round(y(.36*t.width,185,270)),
14),p={...f,top:f.top+s,bottom:f.bottom-Ks},m=Ue(l,u,p.bottom,p.top);return{area:f,inner:p,ticks:h,coarse:c,tickScale:m,x:vt(i,a,f.left,f.right),y:g=>m(y(g*r,l-
3*(u-l),u+3*(u-l)))}}function V0(t,[e,n],o,s){let{prevalence:r,value:i,lower:a,upper:c,range:l}=t,u=Array.from(r,(k,S)=>S).filter(k=>r[k]>=e&&r[k]<=n),h=u.filter(
k=>r[k]>=l[0]&&r[k]<=l[1]),f=h.length?h:[Je(r,t.median)],p=f.filter(k=>!s[k]),[m,g]=ce([...f.map(k=>i[k]),...p.flatMap(k=>[a[k],c[k]]),o?.low,o?.high],0,0),v=.5*
(g-m||.001),_=ce(u.flatMap(k=>s[k]?[i[k]]:[a[k],c[k]]),m,g),x=[Math.max(_[0],m-v),Math.min(_[1],g+v)];return x[1]>x[0]?x:[-.001,.001]}function bh(t){let e=[];for(let n=0;n<
t.length;n++)n&&t[n]===t[n-1]?e.at(-1).end=n+1:e.push({mark:t[n],start:n,end:n+1});return e.map(n=>({...n,end:Math.min(n.end+1,t.length)}))}function K0(t,e,n,o){
let{area:s,inner:r,x:i,y:a}=e,c=n.range.map(m=>y(i(m),s.left,s.right)),l=y(a(0),r.top,r.bottom),u=Array.from(n.prevalence,i),h=m=>Array.from(m,a),f=bh(e.coarse).
map(({mark:m,start:g,end:v})=>{let _=k=>h(k).slice(g,v),x=u.slice(g,v);return{mark:m,line:Bt(x,_(n.value)),band:Cn(x,_(n.lower),_(n.upper))}}),p=[[s.left,c[0],!1],
[c[0],c[1],!0],[c[1],s.right,!1]].filter(([m,g])=>g>m);for(let[m,g]of[n.one,n.other].map((v,_)=>[_,_h(o,v)])){let v={...z(g),dash:""},[_,x]=m===0?[r.top,l]:[l,r.
bottom];p.forEach(([k,S,C],G)=>{let ue=`strip-${m}-${G}`,Qe=O(t.layer,"g",In(t,{left:k,right:S,top:_+2,bottom:x-2},ue));for(let{mark:K,line:Me,band:pe}of f)K?O(
Qe,"path",{d:Me,fill:"none",stroke:A,"stroke-width":1.6,"stroke-dasharray":"1.5 4"}):(On(Qe,v,pe,C?.3:.12),ke(Qe,v,Me,{"stroke-opacity":C?1:.5}))})}O(t.layer,"p\
ath",{d:`M${s.left} ${T(l)}H${s.right}`,stroke:j,"stroke-width":1.4})}function Z0(t,{area:e,inner:n,x:o,y:s,coarse:r},i,a){let c=E.tick,l=I(wt,c),u=(h,f)=>a&&Math.
abs(h-a.left-a.width/2)<(l+a.width)/2+6&&Math.abs(f-a.top-c)<c+4;for(let{mark:h,start:f,end:p}of bh(r)){let[m,g]=[i.prevalence[f],i.prevalence[p-1]].map(G=>y(o(
G),e.left,e.right));if(!h||g-m<l)continue;let[v,_]=ce(Array.from(i.value).slice(f,p).map(s)),x=y((m+g)/2,l/2,t.width-l/2),S=[v-8,_+c+4].map(G=>y(G,n.top+c,n.bottom)).
find(G=>!u(x,G)),C={"text-anchor":"middle","font-size":c,fill:A,"font-style":"italic"};S!==void 0&&L(t.layer,x,S,wt,C)}}function _h(t,e){return t.models.find(n=>n.
name===e)?.index??-1}var Ui=t=>t===$?w.verdict.without:q(t);function Y0(t,{area:e},{one:n,other:o}){let s={"font-size":E.tick,"font-weight":600,...Rn},r=e.right-
e.left-60;[[n,e.top+14,"↑"],[o,e.bottom-7,"↓"]].forEach(([i,a,c])=>{let l=`${c} `;L(t.layer,e.left+4,a,l,s);let u=e.left+4+I(l,E.tick,600)+3,h=` ${U.better}`;
be(t.layer,u,a,Ui(i)+h,r,s)})}function J0(t,e,n){if(!n||X(n)||!Number.isFinite(n.value))return"";let o=t.range[0]===t.range[1]?U.value_there:U.mean;return d(o,{
mean:ee(n,e.scale,!0)})}function X0(t,{area:e,x:n,y:o},s,r){let i=s.range.map(u=>T(y(n(u),e.left,e.right))),a=i[1]-i[0]<1.5,c=(a?[i[0]]:i).map(u=>`M${u} ${e.top}\
V${e.bottom+10}`).join("");if(O(t.layer,"path",{d:c,stroke:j,"stroke-dasharray":"1.5 3.5","stroke-width":1.4,fill:"none"}),!r||X(r)||!Number.isFinite(r.value))return;
let l=T(o(r.value));if(a){let u=`M${i[0]} ${T(o(r.low))}V${T(o(r.high))}`;O(t.layer,"path",{d:u,stroke:j,"stroke-width":2,fill:"none"}),O(t.layer,"path",{d:Z({marker:"\
circle"},i[0],l,4.5),fill:j})}else O(t.layer,"path",{d:`M${i[0]} ${l}H${i[1]}`,stroke:j,"stroke-width":1})}function Q0(t,e,n,{words:o,mean:s}){let{area:r,inner:i,
x:a,y:c}=e,l=E.tick,u=I(o,l)+4,h=n.range.map(_=>y(a(_),r.left,r.right)),[f,p]=[c(s.value),c(0)],m=ev(e,n),g=(_,x)=>{let k={left:_,right:_+u,top:x,bottom:x+l+4};
if(k.left<r.left+2||k.right>t.width-2||k.top<i.top-2||k.bottom>i.bottom+2||[p,f].some(C=>C>k.top-1&&C<k.bottom+1)||h.some(C=>C>k.left-2&&C<k.right+2))return!1;let S=({
x:C,low:G,high:ue})=>C<k.left-6||C>k.right+6||G<k.top-2||ue>k.bottom+2;return m.every(S)},v=(h[0]+h[1]-u)/2;for(let _=0;_<r.bottom-r.top;_+=10)for(let x of[f-l-
7-_,f+3+_])for(let k=0;k<40;k++){let S=v+(k%2?-1:1)*Math.ceil(k/2)*18;if(g(S,x))return{left:S,top:x}}return null}function ev({x:t,y:e,coarse:n},o){return Array.
from(o.prevalence,(s,r)=>{let[i,a]=n[r]?[o.value[r],o.value[r]]:[o.upper[r],o.lower[r]];return{x:t(s),low:e(a),high:e(i)}})}function tv(t,e,n,o,s){let{area:r,x:i}=e,
a=r.bottom+20,c=o.state?.prevalence===null;mh(t,{scale:i,y:a,ends:n.range,median:n.median,limits:s.limits??[i.low,i.high],fixed:c||!s.onRange,onRange:s.onRange,
onRangeEnd:s.onRangeEnd});let l=a+30,u=nv(t,e,n,l);ov(t,e,u,l,a);let h=c?d(U.observed,H(o)):n.range[0]===n.range[1]?d(U.prevalence,H(o)):d(U.half,{median:R(n.median)}),
f=E.tick,p=I(h,f)/2,m=y(i(n.median),p,t.width-p);return L(t.layer,m,l+17,h,{"text-anchor":"middle","font-size":f,fill:A}),l+22}function nv(t,{x:e,area:n},{range:o},s){
let r=E.text,i=o[0]===o[1]?[R(o[0])]:o.map(R),a=i.map(u=>I(u,r,600)/2),c=i.map((u,h)=>y(e(o[h]),Math.max(n.left-20,a[h]),t.width-a[h]));if(i.length===2){let u=c[0]+
a[0]+8-(c[1]-a[1]);u>0&&(c[0]=Math.max(c[0]-u/2,a[0]),c[1]=Math.min(c[0]+a[0]+8+a[1],t.width-a[1]),c[0]=Math.min(c[0],c[1]-a[1]-8-a[0]))}let l={"text-anchor":"m\
iddle","font-size":r,"font-weight":600};return i.forEach((u,h)=>L(t.layer,c[h],s,u,l)),c.map((u,h)=>[u-a[h]-10,u+a[h]+10])}function ov(t,{x:e},n,o,s){let r={"te\
xt-anchor":"middle","font-size":E.tick,fill:A},i=[...n],a="";for(let c of rt(e.low,e.high,t.width<480?5:9)){let l=R(c),u=I(l,E.tick)/2,h=y(e(c),u,t.width-u);i.some(
([f,p])=>h+u>f&&h-u<p)||(i.push([h-u-10,h+u+10]),a+=`M${T(e(c))} ${s+7}v6`,L(t.layer,h,o,l,r))}O(t.layer,"path",{d:a,stroke:A,fill:"none"})}function sv(t,{area:e,
x:n,y:o},s,r){let i=Array.from(s.prevalence).filter(l=>l>=n.low&&l<=n.high),a=s.at?ho([n.low,n.high]):i,c=l=>s.at?.(l)??Vs(s,Array.from(s.prevalence).indexOf(l));
Ye(t,{label:U.read_difference,area:e,size:[a.length,1],start:[Je(a,s.median),0],at:l=>[Je(a,n.invert(y(l,e.left,e.right))),0],show:l=>{let u=a[l],h=c(u),p=[{name:d(
U.minus,{one:le(s.one),other:le(s.other)}),value:ee(h,r.scale,!0)},{name:rv(h,s)}],g=[{look:{...z(_h(r,h.value>=0?s.one:s.other)),marker:"circle"},x:n(u),y:o(h.
value)}],v=d(U.at_prevalence,{prevalence:R(u)});return{x:n(u),heading:v,rows:p,marks:g,foot:qe(r.slice,H(r))}}})}function rv(t,{one:e,other:n}){let o=Gs(t);return o===
Us?wt:o===Hs?U.too_close:d(U.ahead_there,{name:le(o===fo?e:n)})}function iv(t,e,n){let o=rh(e,t.one,t.other),s=yt(t.range),r={one:Ui(t.one),other:Ui(t.other),range:s,
stretch:xh(...t.range)};if(o===null||!n)return d(U.caption_unknown,r);let i=t.range[0]===t.range[1],a={mean:ee(n,e.scale,!0),level:Y(e.level),unit:ze(e.scale,e)},
c=d(i?U.caption_value:U.caption_mean,{...r,...a});return`${av(o,t,r,i)} ${c}`.replaceAll(" %"," %")}function xh(t,e){let[n,o]=[t,e].map(R);return n===o?d(U.at,
{low:n}):d(U.from_to,{low:n,high:o})}function av(t,e,n,o){if(t===0)return d(o?U.caption_close_at:U.caption_close,n);let s=t<0?{...n,one:n.other,other:n.one}:n;if(o)
return d(U.caption_at,s);let r=gh(e,e.range),[i,a]=t>0?[fo,qs]:[qs,fo],c=new Set(r.map(({side:h})=>h));if(c.size===1&&c.has(i))return d(U.caption_everywhere,s);
if(!c.has(i))return d(U.caption_as_a_whole,s);if(r.length>4)return d(U.caption_in_parts,s);let l={[i]:U.stretch_ahead,[a]:U.stretch_behind,[Hs]:U.stretch_close},
u=r.map(({side:h,low:f,high:p})=>d(h===Us?U.stretch_unknown:l[h],{...s,stretch:xh(f,p)}));return d(U.caption_stretches,{stretches:u.join("; ")})}var{figures:bt,gap_parts:jn}=w,cn=[{key:"total",head:jn.total,sign:""},{key:"labelShift",head:jn.label_shift,sign:"="},{key:"mechanism",head:jn.mechanism,sign:"\
+"},{key:"sharpnessCorrected",head:jn.sharpness,broken:jn.sharpness.replace("min","mi- n"),sign:"of which"},{key:"calibrationCorrected",head:jn.calibration,sign:"\
and"}];function Ki(t,e,n){let o=ie(t,bt.gaps,()=>Ki(t,e,n)),s=(n?.gaps??[]).filter(({parts:h})=>Number.isFinite(h?.total?.value));if(!s.length)return ae(o,n?.setting?.
isMoved?w.page.shift.no_gaps:bt.no_gaps);let r=new Map(s.map(({model:h,index:f})=>[f,h]));Fe(o,[...r].map(([h,f])=>({sample:Rs(z(h)),name:f})));let i=He(o.layer,
0,o.top-6,bt.gaps_note,o.width,{"font-size":E.tick,fill:A})+8,a=cv(o,s,n,i);hv(o,a);for(let h of a.blocks)fv(o,a,h,n);let c=mv(o,a,n)+6,l=d(bt.gaps_bars,{level:Y(
n.level),unit:ze(n.scale,n)}),u=He(o.layer,0,c,l,o.width,{"font-size":E.tick});return dv(o,a,n),oe(o,u+4,gv(s,n))}function cv(t,e,n,o){let r=(t.width-24)/cn.length,
i=e.length>16?18:32,a=cn.map(h=>uv(h,r)),c=[],l=o+25+yh*Math.max(...a.map(({length:h})=>h));for(let h of e){let f=c.find(p=>p.group===h.group&&p.reference===h.reference);
f||c.push(f={group:h.group,reference:h.reference,rows:[]}),f.rows.push(h)}for(let h of c)h.top=l,h.rows=h.rows.map((f,p)=>({gap:f,y:l+24+i*p})),l+=24+i*h.rows.length+
8;let u=lv(e,n.scale.factor,r-14);return{left:24,wide:r,row:i,heads:a,blocks:c,top:o,bottom:l,scale:u,rows:c.flatMap(h=>h.rows)}}function lv(t,e,n){let o=t.flatMap(
c=>cn.map(({key:l})=>c.parts[l])).filter(Boolean),[s,r]=ce(o.map(({value:c})=>c),0,0),i=Math.max(-s,r)||1/e,a=ce(o.flatMap(({low:c,high:l})=>[c,l]),s,r);return Ue(
Math.max(a[0],-2.2*i),Math.min(a[1],2.2*i),0,n)}var yh=13,Vi=12;function uv({head:t,broken:e=t},n){let o=I(t,Vi,600)<=n-4;return Pe(o?t:e,n-4,Vi,600)}function hv(t,{
left:e,wide:n,heads:o,top:s}){let r={"text-anchor":"middle","font-size":E.tick};cn.forEach(({sign:i},a)=>{let c=e+n*(a+.5);L(t.layer,c,s+12,i,{...r,fill:A}),o[a].
forEach((l,u)=>L(t.layer,c,s+27+yh*u,l,{...r,"font-size":Vi,"font-weight":600}))})}function fv(t,e,{group:n,reference:o,rows:s,top:r},i){let{left:a,wide:c,row:l,
scale:u}=e,h=(t.width-60)/2,f=O(t.layer,"g");be(f,0,r+16,n,h,{"font-weight":600});let p=Math.min(I(le(n),13,600),h)+8;L(f,p,r+16,bt.against,{fill:A}),be(f,p+54,
r+16,o,h,{fill:A});let m=`M0 ${r-1}H${t.width}`,g=s[s.length-1].y+l;cn.forEach((v,_)=>m+=`M${T(a+c*_+7+u(0))} ${r+22}V${g}`),O(t.layer,"path",{d:m,stroke:A,fill:"\
none"});for(let v of s)pv(t,e,v,i)}function pv(t,{left:e,wide:n,row:o,scale:s},{gap:r,y:i},a){let c=z(r.index),l=i+o-10,u=(p,m)=>e+n*p+7+s(y(m,s.low,s.high)),h="",
f="";cn.forEach(({key:p},m)=>{let g=r.parts[p];if(!Number.isFinite(g?.value))return;let v=T(u(m,0)),_=T(u(m,g.value));h+=`M${v} ${l-5}H${_}v10H${v}z`,Number.isFinite(
g.low)&&Number.isFinite(g.high)&&(f+=Nt(u(m,g.low),u(m,g.high),l,3));let x={"text-anchor":"middle","font-size":12};o>24&&L(t.layer,e+n*(m+.5),l-9,X(g)?bt.missing:
on(g,a.scale,!0),x)}),ne(t.layer,c,Z(c,10,l,4.5)),O(t.layer,"path",{d:h,fill:c.colour,stroke:c.edge}),O(t.layer,"path",{d:f,stroke:j,"stroke-width":1.3,fill:"no\
ne"})}function mv(t,{row:e,scale:n,bottom:o,left:s},r){if(e>24)return o;let i=(n.high-n.low)*r.scale.factor,a=it(0,i*.6,3).pop(),c=n(a/r.scale.factor)-n(0);return O(
t.layer,"path",{d:Nt(s,s+c,o+6),stroke:j,fill:"none"}),L(t.layer,s+c+8,o+10,d(bt.gaps_ruler,{length:Ve(a)}),{"font-size":E.tick}),o+14}function dv(t,{rows:e,row:n,
top:o,bottom:s},r){Ye(t,{label:bt.read_gaps,area:{left:0,right:t.width,top:o,bottom:s},size:[e.length,1],start:[0,0],at:(i,a)=>[Math.max(0,e.findLastIndex(({y:c})=>a>=
c-2)),0],show:i=>{let{gap:a,y:c}=e[i],l=m=>m?ee(m,r.scale,!0):bt.missing,u=cn.map(({key:m,head:g})=>({name:g,value:l(a.parts[m])})),h=[{look:z(a.index),name:a.model},
...u],f=qt(d(w.tables.gap_between,{group:le(a.group),reference:le(a.reference)}),t.width-40,E.tick,600),p=r.groups?.find(({name:m})=>m===a.group)??{name:a.group};
return{x:20,y:c+n-6,guide:!1,heading:f,rows:h,foot:qe(p,H(r))}}})}function gv(t,e){let n=t.reduce((o,s)=>Math.abs(s.parts.total.value)>Math.abs(o.parts.total.value)?
s:o);return d(bt.gaps_caption,{model:q(n.model),group:q(n.group),reference:q(n.reference),total:ee(n.parts.total,e.scale,!0),unit:ze(e.scale,e)})}var{figures:Ie}=w,kh=18,vv=560;function Zi(t,e,n){let o=ie(t,Ie.groups_forest,()=>Zi(t,e,n)),s=n?.groups??[],r=s.filter(({models:h})=>h.some(({score:f})=>Number.
isFinite(f?.value)));if(!r.length)return ae(o,Ie.no_groups);Fe(o,wv(r,n.level));let i=bv(o,s,n);yv(o,i),O(o.layer,"path",{d:kv(i),stroke:Mn,"stroke-opacity":.7,
fill:"none"});for(let h of i.blocks)Mv(o,i,h,n);let{area:a,x:c}=i,l=Wn(n.scale,n,n.state?.units),u=Ze(o,a,c,it(c.low,c.high,4),Ve,l);return oe(o,u+4,Tv(s,r,n),Ev(
r,n))}function wv(t,e){let n=new Map(t.flatMap(({models:i})=>i.map(({index:a,name:c})=>[a,c]))),o={stroke:j,"stroke-width":1.6,fill:"none"},s=(i,a,c)=>{O(i,"pat\
h",{d:Nt(a+3,a+29,c),...o}),O(i,"circle",{cx:a+16,cy:c,r:4.5,fill:j})},r=(i,a,c)=>O(i,"circle",{cx:a+16,cy:c,r:4,fill:J,stroke:j});return[...[...n].map(([i,a])=>({
sample:Rs(z(i)),name:a})),{sample:s,name:d(Ie.own_cutoff,{level:Y(e)})},{sample:r,name:Ie.common_cutoff}]}var Yi=({observedExpected:t})=>Number.isFinite(t?.value)?
Pn(t):Number.isFinite(t)?Pn({value:t}):Ie.missing;function bv(t,e,n){let o=E.tick,s=e.flatMap(({models:x})=>x),r=x=>Math.max(0,...s.map(k=>I(x(k),o))),i=[Ie.net_benefit,
Ie.o_e],a=[r(x=>ee(x.score,n.scale)),r(Yi)].map((x,k)=>Math.max(x,I(i[k],o,600))+14),c=t.width>=vv,l=c?[0,1]:[1],u=l.reduce((x,k)=>x+a[k],0),h=c?Math.min(.28*t.
width,190):0,f=[],p=t.top+20,m=p,g=H(n);for(let x of e){let k=c?Pe(q(x.name),h-10,E.text,600).slice(0,2):[x.name],S=_v(x,g),C=Pe(S,c?h-10:t.width,o),G=c?0:18+15*
C.length,ue=16*k.length+15*C.length,Qe=Math.max(x.models.length,1)*kh,K=c?Math.max(ue,Qe)+12:G+Qe+12;f.push({group:x,words:k,small:C,top:m,first:m+G+(c?(K-Qe)/2:
4)}),m+=K}let v={left:h+4,right:t.width-u-8,top:p,bottom:m},_=xv(s,n.scale.factor,v);return{area:v,x:_,blocks:f,beside:c,names:h,heads:i,widths:a,shown:l}}function _v({
patients:t,positives:e,counted:n},o){return d(Ie.group_about,{...o,patients:B(t),counted:n??w.tables.patients,positives:B(e)})}function xv(t,e,n){let o=ce(t.flatMap(
({score:h,withCommonCutoff:f})=>[h?.value,f?.value])),s=o[1]-o[0]||Math.abs(o[1])||1/e,r=t.filter(({score:h})=>!X(h)).flatMap(({score:h})=>[h.low,h.high]),[i,a]=ce(
r,...o),c=Math.max(i,o[0]-1.5*s),l=Math.min(a,o[1]+1.5*s),u=.03*(l-c||s);return Ue((c-u)*e,(l+u)*e,n.left,n.right)}function yv(t,{area:e,heads:n,widths:o,shown:s}){
let r=e.right+8;for(let i of s){r+=o[i];let a={"text-anchor":"end","font-size":E.tick,"font-weight":600};L(t.layer,r,e.top-7,n[i],a)}}function kv({area:t,x:e}){
return it(e.low,e.high,4).map(n=>`M${T(e(n))} ${t.top}V${t.bottom}`).join("")}function Mv(t,e,{group:n,words:o,small:s,top:r,first:i},a){let{beside:c,names:l}=e;
O(t.layer,"path",{d:`M0 ${T(r)}H${t.width}`,stroke:A,"stroke-opacity":.35});let u=c?l-6:t.width,h={"font-weight":600};o.forEach((p,m)=>be(t.layer,0,r+17+16*m,p,
u,h));let f=r+17+16*(o.length-1);if(s.forEach((p,m)=>L(t.layer,0,f+15*(m+1),p,{"font-size":E.tick,fill:A})),!n.models.length){let p=n.whyNot?d(Ie.no_group_because,
{why:n.whyNot}):Ie.no_group,m=c?e.area.left:0;be(t.layer,m,i+13,p,t.width-m,{"font-size":E.tick,fill:A})}n.models.forEach((p,m)=>Ov(t,e,p,T(i+kh*(m+.5)),a.scale))}
function Ov(t,{area:e,x:n,widths:o,shown:s},r,i,a){let c=z(r.index),{score:l,withCommonCutoff:u}=r,h=m=>Math.min(Math.max(n(m*a.factor),e.left),e.right);if(Number.
isFinite(l?.low)&&Number.isFinite(l?.high)&&!X(l)&&O(t.layer,"path",{d:Nt(h(l.low),h(l.high),i,3.5),stroke:c.edge,"stroke-width":1.7,fill:"none"}),X(l)||ne(t.layer,
c,Z(c,h(l?.value),i,4.5)),Number.isFinite(u?.value)&&!X(u)){let m=Z(c,h(u.value),i,3);O(t.layer,"path",{d:m,fill:J,stroke:c.edge,"stroke-width":1.6})}let f=[ee(
l,a),Yi(r)],p=e.right+8;for(let m of s)p+=o[m],L(t.layer,p,i+4,f[m],{"text-anchor":"end","font-size":E.tick})}function Tv(t,e,n){let{verdict:o}=n,s=({models:l})=>l.
reduce((u,h)=>h.score?.value>u.score?.value?h:u).name,r=e.filter(l=>l.models.length>1&&s(l)!==o.best),i=n.models.some(({name:l})=>l===o.best),a=B(t.length);if(!i||
e[0].models.length<2)return d(Ie.groups_caption_plain,{count:a});let c={best:q(o.best),groups:r.map(({name:l})=>q(l)).join(", "),count:a};return o.coarse||e.some(
({models:l})=>l.some(({score:u})=>X(u)))?d(Ie.groups_caption_plain,c):d(r.length?Ie.groups_caption_others:Ie.groups_caption_same,c)}function Ev(t,{scale:e}){return t.
flatMap(({name:n,models:o})=>o.map(s=>d(Ie.group_line,{group:q(n),model:q(s.name),score:ee(s.score,e),common:ee(s.withCommonCutoff,e),ratio:Yi(s)}))).join(" ")}var{figures:fe}=w,Ji=40,Av=270;function Xi({name:t,index:e,added:n,score:o,split:s}){let r=s?.uninformative??0,i=n??Sv(o,r),a=s?.calibrationCorrected??s?.calibration??
null,c=Number.isFinite(a?.value)?i.value+a.value:NaN;return{name:t,index:e,added:i,loss:a,would:c,perfect:(s?.perfect??NaN)-r}}function Sv({value:t,low:e,high:n,
...o},s){return{...o,value:t-s,low:e-s,high:n-s}}function Qi(t,e,n){let o=ie(t,fe.models_forest,()=>Qi(t,e,n)),s=(n?.models??[]).map(Xi).filter(({added:u})=>Number.
isFinite(u?.value));if(!s.length)return ae(o,fe.nothing);Fe(o,Nv(n.level));let r=$v(o,s,n.scale);Iv(o,r),Cv(o,r,s,n.scale),s.forEach((u,h)=>Pv(o,r,u,h,n.scale));
let i=d(fe.more_than_without,{unit:ze(n.scale,n),without:$}),{area:a,x:c}=r,l=Ze(o,a,c,it(c.low,c.high,4),Ve,i);return oe(o,l+4,Lv(s,n),Wv(s,n.scale))}function Nv(t){
let e={stroke:j,"stroke-width":1.6,fill:"none"},n=(s,r,i)=>{O(s,"path",{d:Nt(r+3,r+29,i),...e}),O(s,"circle",{cx:r+16,cy:i,r:4.5,fill:j})},o=(s,r,i)=>{O(s,"path",
{d:`M${r+2} ${i}h24`,...e,"stroke-dasharray":en}),O(s,"circle",{cx:r+27,cy:i,r:4.5,fill:J,stroke:j})};return[{sample:n,name:d(fe.adds_now_ci,{level:Y(t)})},{sample:o,
name:fe.if_recalibrated}]}function $v(t,e,n){let o=e.map(({added:m,loss:g,perfect:v})=>[ee(m,n),g?ee(g,n):fe.missing,Number.isFinite(v)?on({value:v,low:v,high:v},
n):fe.missing]),s=[fe.adds_now,fe.lost,fe.possible],r=E.tick,i=s.map((m,g)=>{let v=Pe(m,90,r,600);return Math.max(...v.map(x=>I(x,r,600)),...o.map(x=>I(x[g],r)))+
14}),a=i.reduce((m,g)=>m+g,0),c=t.width-a>=Av,l=c?Math.min(Math.max(...e.map(({name:m})=>I(q(m),13,600)))+30,150):0,u=c?Ji:Ji+50,h=Math.max(...s.map(m=>Pe(m,90,
r,600).length)),f=t.top+(c?15*h+6:0),p={left:l+2,right:t.width-(c?a+8:14),top:f,bottom:f+u*e.length};return{area:p,beside:c,names:l,row:u,texts:o,heads:s,widths:i,
headTop:t.top,x:Rv(e,n.factor,p)}}function Rv(t,e,n){let o=t.flatMap(({added:l,would:u})=>[...X(l)?[]:[l.low,l.high],l.value,u]),[s,r]=ce(o.map(l=>l*e),0,0),i=t[0].
perfect*e,a=i>r&&i<4*(r-s)?i:r,c=.04*(a-s||1);return Ue(s-c,a+c,n.left,n.right)}function Iv(t,{beside:e,area:n,heads:o,widths:s,headTop:r}){if(!e)return;let i=n.
right+8;o.forEach((a,c)=>{i+=s[c];let l={"text-anchor":"end","font-size":E.tick,"font-weight":600};Pe(a,90,E.tick,600).forEach((u,h)=>L(t.layer,i,r+12+15*h,u,l))})}
function Cv(t,{area:e,x:n,beside:o,row:s},r,{factor:i}){let a=l=>r.map((u,h)=>`M${T(l)} ${T(e.top+s*h+(o?0:s-36))}v${o?s:36}`).join("");O(t.layer,"path",{d:a(n(
0)),stroke:j,"stroke-width":1.2});let c=n(r[0].perfect*i);c<=e.right&&O(t.layer,"path",{d:a(c),stroke:A,"stroke-dasharray":"2 3"})}function Pv(t,e,n,o,s){let{area:r,
beside:i,names:a,texts:c,widths:l,x:u}=e,h=z(n.index),f=r.top+e.row*o,p=T(i?f+Ji/2:f+72);if(o&&O(t.layer,"path",{d:`M0 ${T(f)}H${t.width}`,stroke:A,"stroke-opac\
ity":.3}),i){ne(t.layer,h,Z(h,7,p,4.5));let m=Pe(q(n.name),a-26,E.text,600).slice(0,2);m.forEach((v,_)=>be(t.layer,18,p+5+15*(_-(m.length-1)/2),v,a-22,{"font-we\
ight":600}));let g=r.right+8;c[o].forEach((v,_)=>{g+=l[_],L(t.layer,g,p+4,v,{"text-anchor":"end","font-size":E.tick})})}else{ne(t.layer,h,Z(h,7,f+12,4.5)),be(t.
layer,18,f+17,n.name,t.width-20,{"font-weight":600});let[m,g,v]=c[o];[d(fe.forest_line,{adds:m,possible:v}),d(fe.forest_line_lost,{lost:g})].forEach((x,k)=>L(t.
layer,18,f+33+15*k,x,{"font-size":E.tick}))}Fv(t,h,n,p,m=>u(m*s.factor))}function Fv(t,e,{added:n,would:o},s,r){let i={fill:"none",stroke:e.edge};if(Number.isFinite(
o)&&o>n.value){let a=`M${T(r(n.value))} ${s}H${T(r(o))}`;O(t.layer,"path",{d:a,...i,"stroke-width":1.8,"stroke-dasharray":en}),O(t.layer,"path",{d:Z(e,r(o),s,4.5),
fill:J,stroke:e.edge,"stroke-width":1.8})}X(n)||(Number.isFinite(n.low)&&Number.isFinite(n.high)&&O(t.layer,"path",{d:Nt(r(n.low),r(n.high),s,5),...i,"stroke-wi\
dth":2}),ne(t.layer,e,Z(e,r(n.value),s,5.5)))}function Mh(t,{name:e,added:n,loss:o,perfect:s},r){return d(t,{name:q(e),adds:ee(n,r),lost:o?ee(o,r):fe.missing,possible:Number.
isFinite(s)?on({value:s,low:s,high:s},r):fe.missing})}function Lv(t,e){let{scale:n,level:o}=e,s=({loss:i})=>i&&!X(i)&&i.low>(i.error??0),r=t.map(i=>Mh(s(i)?fe.forest_model:
fe.forest_model_no_loss,i,n));return d(fe.models_caption,{without:$,models:r.join("; "),unit:ze(n,e),level:Y(o).replace(" "," ")})}function Wv(t,e){return t.map(
n=>Mh(fe.forest_model_whole,n,e)).join(" ")}var{figures:_t}=w,Dv=["found","missed","unnecessary","spared"],Th=18,Zs=16;function ea(t,e){let n=t.reduce((a,c)=>a+c,0),o=t.map(a=>n>0?a*e/n:0),s=o.map(Math.floor),
r=e-s.reduce((a,c)=>a+c,0),i=o.map((a,c)=>c).sort((a,c)=>o[c]-s[c]-(o[a]-s[a])||a-c);for(let a of i.slice(0,n>0?r:0))s[a]+=1;return s}function jv(t){let e=Math.
min(t,1-t);return[1e3,1e4,1e5].find(n=>n*e>=5)??1e6}function ta(t){let e=(t?.patients??[]).filter(({found:a,missed:c})=>Number.isFinite(a+c));if(!e.length)return null;
let n=t.setting.median,o=jv(n),[s,r]=ea([n,1-n],o),i=e.map(({name:a,index:c,kind:l,found:u,missed:h,unnecessary:f,spared:p})=>{let[m,g]=ea([u,h],s),[v,_]=ea([f,
p],r);return{name:a,index:c,kind:l,...{found:m,missed:g,unnecessary:v,spared:_},...Bv(t,a,o)}});return{prevalence:n,count:o,cases:s,nonCases:r,rows:i}}function Bv(t,e,n){
let o=t.models?.find(i=>i.name===e)?.decisions,s=[o?.true_positives_per_1000,o?.false_positives_per_1000].filter(Boolean),r=Math.max(0,...s.map(i=>i.error??0))*
(n/1e3);return{coarse:s.some(X),about:r>.5}}function na(t,e,n){let o=ie(t,_t.patients,()=>na(t,e,n)),s=ta(n);if(!s)return ae(o,_t.nothing);let r=H(n),i=zv(o,s,r);
qv(o,i,s,r);let a=i.top;for(let c of s.rows)a=Hv(o,i,s,c,a,r);return oe(o,a,Uv(s,r),Gv(s,r))}function zv(t,{rows:e},n){let o=Math.max(...e.map(({name:f})=>I(q(f),
E.text,600))),s=e.map(f=>Eh(f,n)).concat(e.map(f=>Ah(f,n))),r=(f,p)=>Math.max(...s.slice(f,p).map(m=>I(m,E.tick))),i=r(0,e.length)+r(e.length)+2*Zs,a=t.width-i>=
90,c=a?Math.min(o+Zs,t.width-i,190):0,l=t.width-c-Zs-2,u=[r(0,e.length),r(e.length)],h=y(.36*l,Math.min(u[0],.5*l),Math.max(l-u[1],.4*l));return{beside:a,left:c,
nameWidth:a?c-12:t.width,first:{left:c+1,width:h},second:{left:c+1+h+Zs,width:Math.max(l-h,60)},top:t.top}}function oa(t,e,n){if(e.coarse)return wt;let o=Object.
fromEntries(Dv.map(r=>[r,B(e[r])])),s=d(t,{...n,name:q(e.name),...o});return e.about?d(_t.about,{words:s}):s}var Eh=(t,e)=>oa(_t.found_missed,t,e),Ah=(t,e)=>oa(
_t.unnecessary,t,e);function qv(t,e,{cases:n,nonCases:o},s){let r=[[e.first,d(_t.of_cases,{...s,count:B(n)})],[e.second,d(_t.of_non_cases,{...s,count:B(o)})]],i=r.
map(([c,l])=>Pe(l,c.width,E.tick)),a=Math.max(...i.map(({length:c})=>c));r.forEach(([c],l)=>i[l].forEach((u,h)=>{let f=t.top+12+15*(h+a-i[l].length);L(t.layer,c.
left,f,u,{"font-size":E.tick,fill:A})})),e.top=t.top+12+15*a}function Hv(t,e,{cases:n,nonCases:o},s,r,i){let a=Pe(q(s.name),e.nameWidth,E.text,600).slice(0,3),c={
"font-size":E.text,"font-weight":600};a.forEach((m,g)=>be(t.layer,0,r+14+16*g,m,e.nameWidth,c));let l=e.beside?r:r+16*a.length+5,{colour:u,edge:h}=z(s.kind==="m\
odel"?s.index:-1);Oh(t,e.first,l,s.coarse?0:s.found,n,{fill:u,stroke:h}),Oh(t,e.second,l,s.coarse?0:s.unnecessary,o,{fill:A,stroke:A,"fill-opacity":.45});let f={
"font-size":E.tick},p=[[e.first,Eh(s,i)],[e.second,Ah(s,i)]].map(([{left:m,width:g},v])=>He(t.layer,m,l+Th+2,v,g+4,f));return Math.max(...p,r+14+16*a.length)+18}
function Oh(t,{left:e,width:n},o,s,r,i){let a={x:T(e),y:T(o),height:Th};O(t.layer,"rect",{...a,width:T(n),fill:J,stroke:"none"});let{"fill-opacity":c=1,...l}=i;
s>0&&r>0&&O(t.layer,"rect",{...a,width:T(n*s/r),fill:l.fill,"fill-opacity":c}),O(t.layer,"rect",{...a,width:T(n),fill:"none",stroke:l.stroke??j})}function Uv({prevalence:t,
count:e,cases:n,rows:o},s){let r=o.filter(({kind:i})=>i==="model");return d(_t.patients_caption,{...s,count:B(e),prevalence:R(t),cases:B(n),rows:Sh(_t.patients_row,
r,s)})}function Gv({rows:t},e){return`${Sh(_t.patients_row_whole,t,e)}.`}function Sh(t,e,n){let o=s=>`${q(s.name)}: ${wt}`;return e.map(s=>s.coarse?o(s):oa(t,s,
n)).join("; ")}var{figures:Xe}=w,sa=[0,.2,.4,.6,.8,1],ra=101;function ia(t,e,n){let o=ie(t,Xe.roc,()=>ia(t,e,n)),s=(e??[]).filter(({fpr:f,tpr:p})=>f?.length>1&&p?.length>1).map(
Vv);if(!s.length)return ae(o,Xe.nothing);Fe(o,Kv(s));let r=H(n);Ke(o,d(Xe.roc_above,r));let i=gt(sa,R),a=Math.min(o.width-i-14,390),c={...Ht(o,i,a),right:i+a},l={
area:c,x:Ue(0,1,c.left,c.right),y:Ue(0,1,c.bottom,c.top)};dt(o,c,l.y,sa,R);let u=`M${c.left} ${c.bottom}L${c.right} ${c.top}`;O(o.layer,"path",{d:u,stroke:A,"st\
roke-dasharray":"2 3",fill:"none"});for(let{index:f,fpr:p,tpr:m}of s)ke(o.layer,z(f),Bt(p.map(l.x),m.map(l.y)));Zv(o,l,s);let h=Ze(o,c,l.x,sa,R,d(Xe.roc_axis,r));
return Jv(o,l,s,n),oe(o,h+4,Qv(s,n))}function Vv(t){let[e,n]=[Array.from(t.fpr),Array.from(t.tpr)];return e[0]<=e[e.length-1]?{...t,fpr:e,tpr:n}:{...t,fpr:e.reverse(),
tpr:n.reverse()}}function Kv(t){let e=(o,s)=>(r,i,a)=>O(r,"circle",{cx:i+22,cy:a,r:o,fill:s,stroke:j}),n=t.some(({points:o})=>o?.some(({what:s})=>s!=="middle"));
return[...t.map(({name:o,index:s,auc:r})=>({sample:Ut(z(s)),name:o,more:`, ${d(Xe.auc,{auc:$h(r)})}`})),{sample:e(6,A),name:Xe.roc_point},...n?[{sample:e(3.5,J),
name:Xe.roc_ends}]:[]]}function $h(t){let e=typeof t=="number"?t:t?.value;return Number.isFinite(e)?e.toFixed(3):"–"}function Zv(t,{area:e,x:n,y:o},s){let r=[];
for(let{index:c,points:l}of s){let u=z(c),h="";for(let f of l??[])f.what==="middle"?r.push({...f,look:u,x:n(f.fpr),y:o(f.tpr)}):h+=Z(u,n(f.fpr),o(f.tpr),3.2);h&&
O(t.layer,"path",{d:h,fill:J,stroke:u.edge,"stroke-width":1.8})}let i=r.filter(c=>Number.isFinite(c.x)&&Number.isFinite(c.y)),a=i.map(({x:c,y:l})=>({left:c-8,right:c+
8,top:l-8,bottom:l+8}));for(let c of i)Yv(t,e,c,a);for(let c of i)ne(t.layer,c.look,Z(c.look,c.x,c.y,5.5))}function Yv(t,e,{x:n,y:o,cutoff:s,look:r},i){let a=`≥\
 ${R(s)}`,c=I(a,E.tick,600)+22,l=Math.min(n+12,e.right-c),u=v=>({left:l,right:l+c,top:v,bottom:v+17}),h=v=>i.some(_=>v.left<_.right&&_.left<v.right&&v.top<_.bottom&&
_.top<v.bottom),f=Math.min(o+8,e.bottom-18);for(;h(u(f))&&f<e.bottom-20;)f+=4;i.push(u(f));let[p,m]=[[n,o],[l+6,f+8]].map(v=>v.map(T).join(" "));O(t.layer,"path",
{d:`M${p}L${m}`,stroke:j,"stroke-width":1});let g={x:T(l),y:T(f),width:T(c),height:17,rx:3};O(t.layer,"rect",{...g,fill:J,"fill-opacity":.88}),ne(t.layer,r,Z(r,
l+8,f+8.5,3.6)),L(t.layer,l+16,f+12.5,a,{"font-size":E.tick,"font-weight":600})}function Jv(t,{area:e,x:n,y:o},s,r){Ye(t,{label:Xe.read_roc,area:e,size:[ra,1],start:[
Nh(s[0].points?.find(({what:i})=>i==="middle")?.fpr),0],at:i=>[Nh(n.invert(i)),0],show:i=>{let a=i/(ra-1),c=s.map(f=>({...f,height:Xv(f,a)})),l=c.map(({name:f,index:p,
height:m})=>({look:z(p),name:f,value:d(Xe.roc_finds,{tpr:R(m)})})),u=c.map(({index:f,height:p})=>({look:z(f),x:n(a),y:o(p)})),h=d(Xe.roc_heading,{fpr:R(a)});return{
x:n(a),low:!0,heading:h,rows:l,marks:u,foot:qe(r.slice,H(r))}}})}function Nh(t){return Number.isFinite(t)?Math.round((ra-1)*y(t,0,1)):10}function Xv({fpr:t,tpr:e},n){
let o=0;for(;o<t.length-1&&t[o+1]<=n;)o++;let s=(t[o+1]??0)-t[o];return s>0?e[o]+(e[o+1]-e[o])*(n-t[o])/s:e[o]}function Qv(t,e){let n=H(e);return`${t.map(({name:s,
auc:r,points:i})=>{let a=i?.find(({what:f})=>f==="middle"),c=d(Xe.roc_ranks,{name:q(s),auc:$h(r)});if(!a)return c;let[l,u,h]=[a.tpr,a.fpr,a.cutoff].map(R);return d(
Xe.roc_model,{ranks:c,...n,tpr:l,fpr:u,cutoff:h})}).join("; ")} (${qe(e.slice,n)}).`}var Bn=["value","low","high","error"];function ln(t,e=1){if(typeof t=="number")return[e*t,null,null,0];let n=o=>Number.isFinite(o)?e*o:null;return[t?.value,t?.low,
t?.high,t?.error??null].map(n)}function Rh({value:t,low:e,high:n,error:o},s){return{value:t[s],low:e?.[s],high:n?.[s],error:o?.[s]}}function Ih(t,e,{factor:n,unit:o}){
return e.flatMap(([s,r,i])=>Array.from(t,(a,c)=>[a,s,r,...ln(Rh(i,c),n),o]))}function Ch(t,{scale:{factor:e,unit:n}}){let{one:o,other:s,prevalence:r,range:i}=t;
return{heads:["prevalence","model","minus",...Bn,"unit","within_range"],rows:Array.from(r,(a,c)=>[a,o,s,...ln(Rh(t,c),e),n,a>=i[0]&&a<=i[1]])}}function Ph(t,e){
let n=e.patients??[],o=ta(e);return{heads:["choice","prevalence","patients","found","missed","unnecessary","spared","found_per_1000","unnecessary_per_1000"],rows:n.
map(({name:s,found:r,unnecessary:i},a)=>{let c=o.rows[a],l=[c.found,c.missed,c.unnecessary,c.spared];return[s,o.prevalence,o.count,...l,r,i]})}}function Fh({prevalence:t,
models:e,treatAll:n,scale:o},s){let r=e.flatMap(a=>[[a.name,"as it is",a],...a.recalibrated?[[a.name,"recalibrated",{value:a.recalibrated}]]:[]]),i=n?[[Ce,"defa\
ult strategy",{value:n}]]:[];return{heads:["prevalence","model","kind",...Bn,"unit"],rows:Ih(t,[...r,...i],o??s.scale)}}function Lh({cost:t,prevalence:e,models:n,
treatAll:o,scale:s},r){let i=n.map(l=>[l.name,"as it is",l]),a=o?[[Ce,"default strategy",{value:o}]]:[],c=Ih(t,[...i,...a],s??r.scale);return{heads:["threshold_\
probability","model","kind",...Bn,"unit","prevalence"],rows:c.map(l=>[...l,e])}}function Wh(t){for(;!t.done&&t.work&&!t.work(50););let{prevalence:e,cost:n,names:o,
winner:s}=t,r={[no]:"too close to call",[oo]:"not from this page"};return{heads:["threshold_probability","prevalence","best"],rows:Array.from(n).flatMap((i,a)=>Array.
from(e,(c,l)=>{let u=s[a][l];return[i,c,u===null?null:r[u]??o[u]]}))}}function Dh(t){let e=({name:s,curve:r})=>Array.from(r?.predicted??[],(i,a)=>[s,"curve",i,null,
r.observed[a],r.low?.[a]??null,r.high?.[a]??null,null,null]),n=({name:s,histogram:r})=>Array.from(r?.cases??[],(i,a)=>[s,"histogram",N(r.edges[a]),N(r.edges[a+1]),
null,null,null,i,r.nonCases[a]]),o=({name:s,observedExpected:r})=>{let[i,a,c]=ln(r??void 0);return[[s,"observed/expected",null,null,i,a,c,null,null]]};return{heads:[
"model","what","predicted","predicted_to","observed","low","high","share_of_cases","share_of_non_cases"],rows:t.flatMap(s=>[...e(s),...n(s),...o(s)])}}function jh(t){
return{heads:["model","false_positive_rate","true_positive_rate","cutoff","what"],rows:t.flatMap(({name:e,fpr:n,tpr:o,points:s})=>[...Array.from(n,(r,i)=>[e,r,o[i],
null,"curve"]),...s.map(r=>[e,r.fpr,r.tpr,r.cutoff,r.what])])}}function Bh(t,{models:e,scale:{factor:n,unit:o}}){let s=(r,i,a)=>[r,i,...ln(a,n),o];return{heads:[
"model","part",...Bn,"unit"],rows:e.flatMap(r=>{let{name:i,added:a,loss:c,perfect:l}=Xi(r),u=Object.entries(r.split??{}).filter(([,h])=>h!=null);return[s(i,"net\
 benefit",r.score),s(i,"adds over deciding without a model",a),s(i,"lost to miscalibration",c??void 0),s(i,"a perfect model adds",l),...u.map(([h,f])=>s(i,h,f))]})}}
function zh(t,{groups:e,scale:{factor:n,unit:o}}){let s=({name:r,patients:i,positives:a,prevalence:c})=>[r,i,a,c];return{heads:["group","patients","positives","\
prevalence","model","what",...Bn,"unit","observed_expected","observed_expected_low","observed_expected_high"],rows:e.flatMap(r=>r.models.flatMap(({name:i,score:a,
withCommonCutoff:c,observedExpected:l})=>[["own cut-off",a],["common cut-off",c]].map(([u,h])=>{let f=ln(l??void 0).slice(0,3);return[...s(r),i,u,...ln(h,n),o,...f]})))}}
var ew=["total","labelShift","mechanism","sharpnessCorrected","calibrationCorrected"];function qh(t,{gaps:e,scale:{factor:n,unit:o}}){return{heads:["group","ref\
erence","model","part",...Bn,"unit"],rows:e.flatMap(({group:s,reference:r,model:i,parts:a})=>ew.filter(c=>Number.isFinite(a[c]?.value)).map(c=>[s,r,i,c,...ln(a[c],
n),o]))}}var{figures:xt}=w;function aa(t,e,n){let o=ie(t,xt.value,()=>aa(t,e,n)),s=Fs(e);if(!s?.models?.length||!(s.prevalence?.length>1))return ae(o,xt.nothing);let r=s.
scale??n.scale;Fe(o,tw(s,n)),Ke(o,Wn(r,n,n.state?.units));let i=s.range[0]===s.range[1]?1.4:.5,a=Ls(o,s,r,s.prevalence,Ns(s.prevalence,s.range,i));Ws(o,a,s);let c=rt(
a.x.low,a.x.high,o.width<480?6:9),l=d(xt.prevalence,H(n)),u=Ze(o,a.area,a.x,c,R,l),h=f=>d(xt.at_prevalence,{prevalence:R(f)});return Ds(o,a,{...s,scale:r},n,{shares:s.
prevalence,start:s.median,heading:h}),oe(o,u+4,nw(s,n))}function tw(t,e){let n=js(t,e.level),o=t.models.length,s={colour:A,edge:A,dash:en,marker:null,width:1.8},
r=t.models.some(({recalibrated:c})=>c),i={range:yt(t.range)},a=t.range[0]===t.range[1]?xt.your_setting:xt.your_range;return[...n.slice(0,o),...r?[{sample:Ut(s),
name:xt.recalibrated}]:[],...n.slice(o),{sample:Is(t.range),name:d(a,i)}]}function nw(t,e){let{models:n,scale:o,level:s,verdict:r}=e,i=n.map(({name:a,score:c})=>d(
xt.value_one,{name:q(a),score:ee(c,o)}));return d(t.range[0]===t.range[1]?xt.value_caption_at:xt.value_caption,{range:yt(t.range),scores:i.join(", "),unit:ze(o,
e),level:Y(s),best:Ln(r)}).replaceAll(" %"," %")}var{figures:Le}=w,Kh="no model",Hh=12,ow=40,sw=120;function ca(t,e,n,o={}){let s=ie(t,Le.winner,()=>ca(t,e,n,o));if(!(e?.winner?.length>1)||!(e.winner[0]?.length>
1))return ae(s,Le.nothing);let r=iw(e,n),{range:i,costs:a}=n.setting;Ke(s,d(Le.winner_above,H(n)));let c=rt(...Jh(e).cost,8),l=Ht(s,gt(c,Zh),Math.round(s.width*
.34+80)),u=cw(e,l),h=Yh(e);lw(s,h,u,r),uw(s,h,u,r),fw(s,l,u,c);let f=vw(u,i,a);pw(s,h,u,r,f),ww(s,f);let p=rt(u.x.low,u.x.high,s.width<480?6:9),m=d(Le.prevalence,
H(n));return s.top=Ze(s,l,u.x,p,R,m)+8,Fe(s,aw(h,r,n.setting)),bw(s,l,u,e,n,r,o),rw(s,e),oe(s,s.top-4,xw(n,o))}var Zh=t=>`${R(t)}, ${ct(t)}`,Uh=t=>globalThis.requestIdleCallback?
requestIdleCallback(t,{timeout:50}):setTimeout(()=>t(null),16);function rw(t,e){if(t.map=e,e.done||!e.work||t.working===e)return;t.working=e;let n=performance.now(),
o=s=>{if(t.map!==e||!t.svg.isConnected){t.working=null;return}let r=e.work(y(s?.timeRemaining()??Hh,Hh,ow));(r||performance.now()-n>sw)&&(r&&(t.working=null),t.
again(),n=performance.now()),r||Uh(o)};Uh(o)}function iw(t,e){let n=new Map;return t.names.forEach((o,s)=>{let r=e.models.find(c=>c.name===o);if(dn.includes(o)&&
!r)return;let{colour:i,edge:a}=z(r?.index??s);n.set(s,{name:o,look:z(r?.index??s),fill:i,edge:a,opacity:.8})}),n.set(Kh,{name:Le.no_model_short,fill:A,edge:A,opacity:.08}),
n.set(no,{name:Le.too_close,fill:A,edge:A,opacity:.32}),n.set(oo,{name:wt,fill:J,edge:A,opacity:1}),n.set(null,{name:Le.working,fill:A,edge:A,opacity:.14,dash:"\
3 2"}),n}function Yh({winner:t,names:e}){let n=e.map(s=>!dn.includes(s)),o=s=>s==null?null:s<0||n[s]?s:Kh;return t.map(s=>Array.from(s,o))}function aw(t,e,{range:n,
costs:o}){let s=new Set(t.flat()),r={fill:"none",stroke:j,"stroke-width":2.5},i=n[0]===n[1]&&o[0]===o[1],a=(u,h,f)=>O(u,"circle",{cx:h+16,cy:f,r:6,...r}),c=[...e].
filter(([u])=>s.has(u)).map(([,{name:u,fill:h,edge:f,opacity:p,dash:m="none"}])=>({sample:Fn({fill:h,"fill-opacity":p,stroke:f,"stroke-dasharray":m}),name:u})),
l=d(Le.your_box,{prevalence:yt(n),cost:xo(o)});return[...c,{sample:i?a:Fn(r),name:l}]}function cw(t,e){let{prevalence:n,cost:o}=Jh(t),s=vt(...n,e.left,e.right),
r=vt(...o,e.bottom,e.top);return{x:s,y:r,columns:Gh(Array.from(t.prevalence,s),s),rows:Gh(Array.from(t.cost,r),r)}}function Jh({axes:t,prevalence:e,cost:n}){let o=s=>[
s[0],s[s.length-1]];return t??{prevalence:o(e),cost:o(n)}}function Gh(t,{from:e,to:n}){let o=t.slice(1).map((s,r)=>T((s+t[r])/2));return[T(e),...o,T(n)]}function lw(t,e,n,o){
Xh(t,e,n,o);let s=hw(e,n.columns,n.rows);O(t.layer,"path",{d:s,stroke:j,fill:"none","stroke-width":.8})}function Xh(t,e,{columns:n,rows:o},s){let r=new Map([...s.
keys()].map(i=>[i,""]));e.forEach((i,a)=>{let c=0;for(let l=1;l<=i.length;l++){if(l<i.length&&i[l]===i[c])continue;let u=`M${n[c]} ${o[a]}H${n[l]}V${o[a+1]}H${n[c]}\
z`;r.set(i[c],r.get(i[c])+u),c=l}});for(let[i,a]of r){let{fill:c,opacity:l}=s.get(i);a&&i!==null&&O(t.layer,"path",{d:a,fill:c,"fill-opacity":l,"shape-rendering":"\
crispEdges"})}}function uw(t,e,n,o){if(e.every(a=>!a.includes(null)))return;let s=(a,c)=>[1,2,4].map(l=>e[a-a%l][c-c%l]).find(l=>l!==null)??null,r=e.map((a,c)=>a.
map((l,u)=>l===null?s(c,u):null)),i=new Map([...o].map(([a,c])=>[a,{...c,opacity:.4*c.opacity}]));Xh(t,r,n,i)}function hw(t,e,n){let o="",s=(r,i)=>r!==i&&r!==null&&
i!==null;for(let r=0;r<t.length;r++)for(let i=0;i<t[r].length;i++)i>0&&s(t[r][i],t[r][i-1])&&(o+=`M${e[i]} ${n[r]}V${n[r+1]}`),r>0&&s(t[r][i],t[r-1][i])&&(o+=`M${e[i]}\
 ${n[r]}H${e[i+1]}`);return o}function fw(t,e,{y:n},o){let s=Ts(o,n,18);dt(t,{...e,right:e.left},n,s,Zh);let r=s.map(a=>`M${e.left-4} ${T(n(a))}h4`).join(""),i=`\
M${e.left} ${e.top}H${e.right}V${e.bottom}H${e.left}z`;O(t.layer,"path",{d:r+i,stroke:A,fill:"none"})}function pw(t,e,{columns:n,rows:o},s,r){for(let[i,{name:a}]of s){
if(i===null)continue;let c=dw(e,i,n,o),l=Math.min(I(le(a),E.text,600)+8,160),u=c.width>=l&&c.height>=20?mw(c,l,r):null;u&&Yu(t.layer,u.x,u.y+4.5,a,l,{"font-weig\
ht":600})}}function mw(t,e,n){let o=({x:r,y:i})=>r+e/2<n.left-4||r-e/2>n.right+4||i+10<n.top-4||i-10>n.bottom+4;return[[0,0],[0,-1],[0,1],[-1,0],[1,0]].flatMap(
([r,i])=>[.5,1].map(a=>({x:t.x+r*a*(t.width-e)/2,y:t.y+i*a*(t.height-20)/2}))).find(o)??null}function dw(t,e,n,o){let s=new Array(t[0].length).fill(-1),r={area:0,
width:0,height:0};for(let i=0;i<t.length;i++){for(let a=0;a<s.length;a++)s[a]=t[i][a]!==e?-1:s[a]<0?i:s[a];for(let a=0;a<s.length;a++)s[a]<0||a>0&&s[a-1]===s[a]||
(r=gw(s,a,i,n,o,r))}return r}function gw(t,e,n,o,s,r){let i=e,a=e;for(;i>0&&t[i-1]>=0&&t[i-1]<=t[e];)i--;for(;a+1<t.length&&t[a+1]>=0&&t[a+1]<=t[e];)a++;let c=o[a+
1]-o[i],l=Math.abs(s[n+1]-s[t[e]]),u=c*Math.min(l,90);return u<=r.area?r:{area:u,width:c,height:l,x:(o[a+1]+o[i])/2,y:(s[n+1]+s[t[e]])/2}}function vw({x:t,y:e},n,o){
let[s,r]=n.map(u=>T(t(y(u,t.low,t.high)))),[i,a]=o.map(u=>T(e(y(u,e.low,e.high)))),c=r-s<3?4:0,l=i-a<3?4:0;return{left:s-c,right:r+c,top:a-l,bottom:i+l,single:c>
0&&l>0}}function ww(t,{left:e,right:n,top:o,bottom:s,single:r}){let i={cx:(e+n)/2,cy:(o+s)/2,r:7,fill:"none"},a={x:e,y:o,width:T(n-e),height:T(s-o),rx:2,fill:"n\
one"},[c,l]=r?["circle",i]:["rect",a];O(t.layer,c,{...l,stroke:J,"stroke-width":6}),O(t.layer,c,{...l,stroke:j,"stroke-width":2.5})}function bw(t,e,{x:n,y:o},s,r,i,a){
let{range:c,costs:l}=r.setting,u=s.cost.length-1,h=m=>u-Je(s.cost,m),f=m=>Je(s.prevalence,m),p=Yh(s);Ye(t,{label:Le.read_winner,lazy:!0,area:e,size:[s.prevalence.
length,s.cost.length],start:[f(ge(...c)),h(ge(...l))],at:(m,g)=>[f(n.invert(m)),h(o.invert(g))],pick:a.onPick&&((m,g)=>a.onPick(Vh(s.prevalence,m),Vh(s.cost,u-g))),
show:(m,g)=>{let[v,_]=[s.prevalence[m],s.cost[u-g]],x={x:n(v),y:o(_)},k={prevalence:R(v),threshold:R(_),ratio:ct(_)},S=_w(a.pointAt?.(v,_),p[u-g][m],i,r),C={colour:J,
marker:"circle"},G=a.onPick?Le.winner_pick:qe(r.slice,H(r));return{...x,guide:!1,heading:d(Le.winner_heading,k),rows:S,marks:[{look:C,...x}],foot:G}}})}function Vh(t,e){
return rn(t[e],[t[0],t[t.length-1]])}function _w(t,e,n,o){let s=n.get(e);if(!t?.verdict)return[{look:s.look,name:s.name}];let{verdict:r}=t,i=[{look:s.look,name:Ln(
r)}],a=uo(t,r.best,r.runnerUp);if(r.coarse||!a)return i;let[c,l]=[r.best,r.runnerUp].map(le),u=ee(a.adjusted,t.scale??o.scale,!0);return i.push({name:d(Le.minus,
{one:c,other:l}),value:u}),Number.isFinite(a.confidence)&&i.push({name:Le.winner_confidence,value:mn(a.confidence).replace(" %"," %")}),i}function xw(t,{pointAt:e}){
let{median:n,costs:o}=t.setting,s=ge(...o),r=ji(t,e,n,s),i=Ln(r?r.verdict:t.verdict);return d(Le.winner_caption,{prevalence:R(n),ratio:ct(s),best:i})}var{page:Ys}=w,{sections:Gt}=Ys;function Qh({state:t,verdict:e}){let[n,o]=[e.best,e.runnerUp].sort((r,i)=>(r===$)-(i===$)),s=t.against??o;return[n,s===n?o:s]}var yw={
difference:{title:t=>{let[e,n]=Qh(t);return ve(Ys.against.main,{one:[e],other:{control:"other",text:n}})},data:(t,e,n)=>t.differenceCurve(e,...Qh(n)),draw:Gi,rows:Ch},
patients:{title:()=>[Ys.patients_title],note:({setting:t})=>d(Ys.patients_note,{prevalence:Ne(W(t.median))}),tellsItself:!0,data:(t,e,n)=>n,draw:na,rows:Ph},decision:{
title:()=>[Gt.decision],data:(t,e)=>t.decisionCurve(e),draw:zi,rows:Lh},calibration:{title:()=>[Gt.calibration],data:(t,e)=>t.calibration(e),draw:Di,rows:Dh},models:{
title:()=>[Gt.models],data:(t,e,n)=>n,draw:Qi,rows:Bh},groups:{title:()=>[Gt.groups],data:(t,e,n)=>n,draw:Zi,rows:zh},map:{title:()=>[Gt.map],data:(t,e,n,o)=>kw(
t.map(e),o),draw:ca,rows:Wh},value:{title:()=>[Gt.value],data:(t,e)=>t.valueCurve(e),draw:aa,rows:Fh},gaps:{title:()=>[Gt.gaps],data:(t,e,n)=>n,draw:Ki,rows:qh},
roc:{title:()=>[Gt.roc],data:(t,e)=>t.roc(e),draw:ia,rows:jh}};function kw(t,e){return e&&t.work(1/0),t}var ef=t=>t.map(e=>e.text??e).join("");function Js(t,{engine:e,
answer:n,use:o,panels:s},r=!1){let{title:i,note:a,tellsItself:c=!1,data:l,draw:u,rows:h}=yw[t],f={title:`title-${t}`,finding:`finding-${t}`},p=ue=>l(e,n().state,
n(),ue),m=b(r?"h3":"h2",{id:f.title,class:r&&"unseen"}),g=nn(m,s,"plain");i.length===0&&g(i());let v=b("p",{class:"note",hidden:a===void 0}),_=b("div",{class:"h\
ost","data-untitled":!0}),x=b("p",{class:c?"unseen":"finding",id:f.finding}),k=()=>h(p(!0),n()),S=zu({key:t,title:()=>ef(i(n())),figure:()=>_.querySelector("svg\
.figure"),table:k,state:()=>n().state}),C=b("figure",{id:t,"aria-labelledby":f.title,"aria-describedby":f.finding},b("figcaption",{},b("div",{class:"head"},m,S),
v),_,x);function G(ue,Qe=!1){C.dataset.drawn="",g(i(ue)),a!==void 0&&F(v,a(ue)),F(x,u(_,p(Qe),ue,o)??""),c||tn(x)}return{key:t,title:()=>ef(i(n())),element:C,show:G,
numbers:k}}var{tables:at}=w,It=t=>({head:t,kind:"name"}),un=t=>({head:t,kind:"text"}),xe=t=>({head:t,kind:"number"}),_e=(t,e=1)=>[t?.value,t?.low,t?.high].map(n=>n==null?null:
e*n);function tf({scale:t,models:e,defaults:n,state:o,level:s,picked:r,setting:i}){let{label:a,weighted:c}=D(o.units),l=Object.entries(n),{factor:u,unit:h}=t;return{
columns:[It(""),xe(d(at.models_level,{score:a,level:Y(s)})),xe("AUC"),xe(d(at.models_loss,t))],rows:[...e.map(f=>[{text:f.name,index:f.index},Oe(f.score,t),wo(f.
auc),f.split.calibrationCorrected?Oe(f.split.calibrationCorrected,t):w.numbers.missing]),...l.map(([f,p])=>[f,Oe(p,t),"",""])],note:[d(c?at.models_note_of_accuracy:
at.models_note,{unit:h,units:a}),...i.isMoved?[w.page.shift.no_loss]:[],...Mw(r,t)].join(" "),csv:{heads:["model","score","low","high","unit","auc","auc_low","a\
uc_high","calibration_loss","calibration_loss_low","calibration_loss_high"],rows:[...e.map(f=>[f.name,..._e(f.score,u),h,..._e(f.auc),..._e(f.split.calibrationCorrected,
u)]),...l.map(([f,p])=>[f,..._e(p,u),h,..._e(null),..._e(null)])]}}}function Mw(t,e){if(t===null||t.coarse)return[];let[,n,o]=et(t,e);return[d(at.models_note_adjusted,
{count:t.count,model:t.name,low:n,high:o})]}function Ow({difference:t,adjusted:e},n){return t.coarse||e.coarse?w.numbers.not_from_this_page:et({value:t.value,...e},
n).slice(1).join(" to ")}function nf({comparisons:t,models:e,scale:n,level:o,margin:s}){let r=new Map(e.map(u=>[u.name,u.index])),i=u=>r.has(u)?{text:u,index:r.
get(u)}:u,a=s===null?null:P(1e3*s,6),c=({confidence:u,aboveMargin:h})=>s===null?[u]:[u,h],l=[d(at.differences_note,{count:t.length})];return s!==null&&l.push(d(
at.differences_note_margin,{margin:a})),{columns:[It("model"),un(at.minus),xe(`${n.unit} (${Y(o)} CI)`),xe(at.adjusted),xe(at.confidence),...s===null?[]:[xe(d(at.
confidence_above_margin,{margin:a}))]],rows:t.map(u=>[i(u.model),i(u.other),Oe(u.difference,n),Ow(u,n),...c(u).map(h=>u.difference.coarse?w.numbers.missing:mn(h))]),
note:l.join(" "),csv:{heads:["model","minus","difference","low","high","adjusted_low","adjusted_high","unit","confidence",...s===null?[]:["confidence_above_marg\
in"]],rows:t.map(u=>[u.model,u.other,..._e(u.difference,n.factor),..._e(u.adjusted,n.factor).slice(1),n.unit,...c(u)])}}}var{tables:Ge,rates:la,counts:sf,short_names:of,threshold:rf}=w,Xs={...la,...sf},af=(t,e)=>(e in la?va:wa)(t[e]);function cf({models:t,state:e,level:n,setting:o}){
let{over:s,prevalence:r}=t[0].cutoff,i=s===""?[]:rf.ends[s];return{columns:[It(""),...t.map(({name:a})=>xe(a))],rows:[[Ge.threshold_probability,...t.map(({cutoff:a})=>W(
a.probability))],[Ge.cutoff_on_score,...t.map(({cutoff:a})=>W(a.value))],...i.map((a,c)=>[` ${a}`,...t.map(({cutoff:l})=>W(c===0?l.high:l.low))]),...Object.entries(
Xs).map(([a,c])=>[c,...t.map(({decisions:l})=>af(l,a))])],note:[d((o.isMoved?w.shift:Ge).decisions_note,{prevalence:W(r),which:ff(e),level:Y(n)}),...Tw(t),...t.
flatMap(a=>pf(a.name,a))].join(" "),csv:{heads:["model",...uf],rows:t.map(a=>[a.name,...hf(a)])}}}function lf({groupDecisions:t,state:e,setting:n}){let o=Object.
keys(Xs),s=t[0]?.cutoff.prevalence,{decisions_note_by:r}=n.isMoved?w.shift:Ge,i=e.prevalence===null?Ge.decisions_note_by_observed:r;return{columns:[It(Ge.group),
un(Ge.model),xe(Ge.treat_at_or_above),...o.map(a=>xe(a in sf?`${of[a]}, per 1,000`:of[a]))],rows:t.map(({group:a,name:c,index:l,cutoff:u,decisions:h})=>[a,{text:c,
index:l},W(u.value),...o.map(f=>af(h,f))]),note:[d(i,{prevalence:W(s),which:ff(e)}),...t.flatMap(a=>pf(`${a.group}, ${a.name}`,a))].join(" "),csv:{heads:["group",
"model",...uf],rows:t.map(a=>[a.group,a.name,...hf(a)])}}}var uf=["threshold_probability","cutoff","cutoff_lowest","cutoff_highest","prevalence",...Object.keys(
Xs).flatMap(t=>[t,`${t}_low`,`${t}_high`])];function hf({cutoff:t,decisions:e}){let n=Object.keys(Xs).flatMap(o=>_e(e[o]));return[t.probability,..._e(t),t.prevalence,
...n]}function ff({prevalence:t}){return t===null?Ge.decisions_at_observed:t[0]===t[1]?Ge.decisions_at_stated:Ge.decisions_at_median}function Tw(t){let e=new Map;
for(let{name:n,cutoff:o}of t){let s=ga(o);e.set(s,[...e.get(s)??[],n])}return[...e].map(([n,o])=>e.size===1?n:d(rf.of,{models:o.join(", "),reason:n}))}function pf(t,{
cutoff:e,decisions:n}){return Object.entries(la).filter(([o])=>n[o]===null).map(([o,s])=>{let r=d(Ge.nobody[o],{cutoff:W(e.value)});return d(Ge.not_available,{model:t,
measures:s,why:r})})}var{tables:Q,measures:mo,gap_parts:po,digits:gf,constants:Ew}=w,{readings:hn}=w;function vf({groups:t,scale:e,state:n},o,s){let r=m=>Number.isFinite(m)?W(m):w.numbers.
missing,i=m=>[m.name,B(m.patients),B(m.positives),r(m.prevalence)],a=m=>m.models.map(g=>[...i(m),{text:g.name,index:g.index},Oe(g.score,e),ua(g.observedExpected),
W(g.cutoff),W(g.commonCutoff),Oe(g.withCommonCutoff,e)]),c=t.flatMap(m=>m.estimable?a(m):[[...i(m),Q.not_estimable,"","","","",""]]),l=t.filter(({estimable:m})=>!m).
map(m=>`${m.name}: ${m.whyNot}`),{label:u,zero:h}=D(n.units),f=h===null?[]:[Q.groups_zero];return{columns:[It(Q.group),...[s?Q.rows:Q.patients,Q.events,"prevale\
nce"].map(xe),un(Q.model),...[u,mo.observed_expected,Q.treat_at_or_above,Q.one_threshold].map(xe),xe(d(Q.with_one_threshold,{score:u}))],rows:c,note:[...f,...Aw(
n,t,o),Q.groups_one_threshold,Q.groups_expected,"Choose a group above to see its differences and figures.",...l].join(" "),csv:Sw(t,e)}}function Aw({prevalence:t},e,n){
let o=t===null?"observed":"stated",s=e.find(({estimable:i})=>i)?.models??[],r=new Map;for(let{name:i}of s){let a=t===null!=(n[i]==="group"),c=Q[`groups_${a?"own":
"same"}_threshold_${o}`];r.set(c,[...r.get(c)??[],i])}return r.size===1?[...r.keys()]:[...r].map(([i,a])=>d(Q.groups_of_models,{models:a.join(", "),sentence:i}))}
function Sw(t,e){let n=["group","patients","events","prevalence","model","score","low","high","unit","why_not"],o=["observed_expected","observed_expected_low","\
observed_expected_high"],s=["cutoff","common_cutoff","with_common_cutoff","with_common_cutoff_low","with_common_cutoff_high"],r=t.flatMap(i=>{let a=[i.name,i.patients,
i.positives,i.prevalence];return i.estimable?i.models.map(c=>[...a,c.name,..._e(c.score,e.factor),e.unit,"",..._e(c.observedExpected),c.cutoff,c.commonCutoff,..._e(
c.withCommonCutoff,e.factor)]):[[...a,"","","","","",i.whyNot,...new Array(8).fill("")]]});return{heads:[...n,...o,...s],rows:r}}function ua(t){if(!t||t.value===
null)return w.numbers.missing;let[e,n,o]=[t.value,t.low,t.high].map(s=>me(s,gf.slope));return`${e} (${n} to ${o})`}var mf={total:po.total,mechanism:`= ${po.mechanism}`,
sharpnessCorrected:` = ${po.sharpness}`,calibrationCorrected:` + ${po.calibration}`,labelShift:`+ ${po.label_shift}`};function wf({gaps:t,scale:e,state:n,level:o,
setting:s}){let r=t.flatMap(c=>Object.entries(mf).flatMap(([l,u])=>[[l==="total"?{text:c.model,index:c.index}:"",l==="total"?d(Q.gap_between,c):"",u,Oe(c.parts[l],
e)],...l==="mechanism"&&df(c.readings)?$w(c.readings,e):[]])),i=t.filter(({readings:c})=>df(c)),a=d(n.prevalence===null?Q.gaps_place_between:Q.gaps_place,{prevalence:sr(
n.prevalence)});return{columns:[It("model"),un("groups"),un("part"),xe(e.unit)],rows:r,note:[s.isMoved?w.page.shift.no_gaps:d(Q.gaps_note,{place:a}),...Nw(t,o),
...i.map(c=>Rw(c,e))].join(" "),csv:{heads:["model","group","reference","part","value","low","high","unit"],rows:t.flatMap(c=>Object.keys(mf).map(l=>[c.model,c.
group,c.reference,l,..._e(c.parts[l],e.factor),e.unit]))}}}function Nw(t,e){let n=new Set(t.map(({group:o})=>o)).size;return n<2?[]:[d(Q.several_note,{comparisons:n,
one_in:P(1/(1-e),3)})]}function df(t){if(!t)return!1;let{group:e,all:n}=t,o=({low:r,high:i})=>r>0||i<0;if(e.value*n.value<0&&(o(e)||o(n)))return!0;let s=({low:r,
high:i},{value:a})=>r<=a&&a<=i;return!(s(e,n)&&s(n,e))}function $w(t,e){return["group","all"].map(n=>["","",` ${hn[n]}`,Oe(t[n],e)])}function Rw({group:t,reference:e,
model:n,readings:o},s){let{ratios:r,supported:i,neither_fits:a,used:c}=o,l=([m,g])=>d(hn.ratios,{first:ua(m),second:ua(g)}),u={by_group:Oe(o.group,s),by_all:Oe(
o.all,s)},h=a?hn.supports_neither:hn.cannot_tell,f=i===null?h:hn[`supports_${i}`],p=i!==null&&i!==c?[d(hn.other_is_used,{reading:i})]:[];return[`${n}: ${d(hn.depends,
{group:t,reference:e,...u})}`,d(f,{ratios_group:l(r.group),ratios_all:l(r.all)}),...p].join(" ")}function bf({models:t}){let e=Object.entries(t);return{columns:[
It(""),...e.map(([n])=>xe(n))],rows:Object.entries(mo).map(([n,o])=>[o,...e.map(([,s])=>wo(s[n]))]),note:["At the study's own setting, in all patients.",Q.usual_note,
...e.flatMap(([n,o])=>[...Iw(n,o),...Cw(n,o.calibration_slope)])].join(" "),csv:{heads:["model","measure","value","low","high"],rows:e.flatMap(([n,o])=>Object.keys(
mo).map(s=>[n,s,..._e(o[s])]))}}}function Iw(t,{not_available:e}){let n=new Map;for(let[o,s]of Object.entries(e))o in mo&&n.set(s,[...n.get(s)??[],mo[o]]);return[
...n].map(([o,s])=>d(Q.not_available,{model:t,measures:s.join(Q.not_available_or),why:o}))}function Cw(t,e){let[n,o]=Ew.slope_near_one;if(!e||e.value===null||e.
high>=n&&e.low<=o)return[];let s=e.value<1?Q.too_extreme:Q.too_moderate;return[d(Q.slope_far_from_one,{model:t,slope:me(e.value,gf.slope),how:s})]}var Pw=new ResizeObserver(t=>{for(let{target:e}of t)e.scrollWidth>e.clientWidth?e.tabIndex=0:e.removeAttribute("tabindex")});function _f(t){let e=b("tr"),n=b("t\
body"),o=b("table",{},b("caption",{},t),b("thead",{},e),n),s=b("div",{class:"scroll",role:"region","aria-label":t},o);Pw.observe(s);function r(i,a){for(Fw(e,i);n.
rows.length>a.length;)n.deleteRow(-1);a.forEach((c,l)=>Lw(n.rows[l]??n.insertRow(),i,c))}return{frame:s,show:r}}function Fw(t,e){for(;t.children.length>e.length;)
t.lastChild.remove();e.forEach(({head:n,kind:o},s)=>{let r=t.children[s]??t.appendChild(n===""?b("td",{}):b("th",{scope:"col"}));r.className!==o&&(r.className=o),
F(r,n)})}function Lw(t,e,n){for(;t.children.length>n.length;)t.lastChild.remove();n.forEach((o,s)=>{let r=e[s].kind,i=r==="name"&&o!==""?"th":"td",a=t.children[s];
if(a?.localName!==i){let c=b(i,i==="th"?{scope:"row"}:{});a===void 0?t.append(c):a.replaceWith(c),a=c}a.className!==r&&(a.className=r),Ww(a,o,r)})}function Ww(t,e,n){
let{text:o,index:s}=typeof e=="string"?{text:e}:e,r=`${s??""}|${o}`;if(t.dataset.shown===r)return;t.dataset.shown=r;let i=n==="number"||n==="words"?o:Tn(o);t.replaceChildren(
...s===void 0?[]:[ds(s)],i)}var{tables:fn,page:Qs}=w,{sections:zn}=Qs,Dw=14;function xf(t,e,n,o){let s=_f(t),r=b("p",{class:"note"}),i=b("p",{class:"bins"}),a=()=>o(n.answer()).csv,c=d(Qs.
save_table,{title:t}),l=b("button",{type:"button",class:"save","aria-label":c,title:c},"CSV");l.addEventListener("click",()=>Nn(xs(a(),n.state()),`baserate-${e}\
.csv`,"text/csv"));let u=b("div",{class:"table"},b("div",{class:"head"},l),s.frame,i,r);function h(f){let{columns:p,rows:m,note:g}=o(f);s.show(p,m),F(r,g),F(i,Mi(
n.engine,f))}return{key:`table-${e}`,title:()=>t,element:u,show:h,numbers:a}}var yf=(t,...e)=>b("details",{class:"as-table"},b("summary",{},t),...e);function go(t,e,...n){
return b("details",{class:"section",id:t},b("summary",{},b("h2",{},e)),...n)}function kf(t){let{study:e,stage:n}=t,o=[],s=(v,_)=>{let x=Js(v,t,_);return n.add(x.
element,x.show),o.push(x),x.element},r=(v,_,x)=>{let k=xf(v,_,t,x);return n.add(k.element,k.show),o.push(k),k.element},i=(v,..._)=>b("section",{class:"block","a\
ria-labelledby":`title-${v}`},..._),a=e.result.groups.length>0?jw(t,{figure:s,table:r,block:i}):null,c=i("models",s("models"),yf(Qs.as_a_table,r(fn.models,"mode\
ls",tf))),[l,u]=["map","value"].map(v=>i(v,s(v))),h=["decision","calibration"].map(v=>i(v,s(v))),p=e.result.groups.length*t.engine.models.length>Dw?[b("div",{class:"\
stack"},c,l,u),a.open]:[c,...a?[a.open]:[],l,u],m=[...h,...p],g=Bw(t,o);return{open:m,folded:[go("threshold",zn.threshold,r(fn.decisions,"decisions",cf)),go("di\
fferences",zn.differences,r(fn.differences,"differences",nf)),...a?.folded??[],go("roc-curve",zn.roc,s("roc",!0)),go("usual",zn.usual,g)],parts:o,contents:m.flatMap(
v=>[...v.querySelectorAll("figure")].map(({id:_})=>({id:_,title:zn[_]})))}}function jw({study:t},{figure:e,table:n,block:o}){let{parameters:s}=t.result.provenance,
{source_prevalence:r}=t.result.deployment,i=Object.fromEntries(Object.entries(r).map(([p,{of:m}])=>[p,m])),a=t.result.data.clusters!==null,c=typeof s.by=="strin\
g"?s.by:"group",l=n(d(fn.by,{column:c}),"groups",p=>vf(p,i,a)),u=n(d(fn.decisions_by,{column:c}),"group-decisions",lf),h=t.page.gaps.length>0,f=()=>go("gaps-sec\
tion",zn.gaps,e("gaps",!0),n(fn.gaps,"gaps",wf));return{open:o("groups",e("groups"),yf(Qs.as_a_table,l,u)),folded:h?[f()]:[]}}function Bw({study:t,engine:e},n){
let o={answer:()=>({exact:!0}),state:()=>e.own,engine:e},s=xf(fn.usual,"usual-measures",o,()=>bf(t.result));return s.show({exact:!0}),n.push(s),s.element}var{shift:ha}=w.page,zw=.01,[qw,Hw]=[250,10];function Mf(t,e){let n=b("span",{}),o=b("span",{id:"shift-verdict"}),s=b("p",{id:"shift-line","data-keep-clear":!0},
n," ",o),r=nn(n,e,"quiet"),i=0;function a(u){clearTimeout(i);let{state:h,slice:f,setting:p}=u;if(s.hidden=h.prevalence===null||!Uw(p.range,f.prevalence),s.hidden)
return;r(Gw(h,f));let m=t.shiftVerdict(h);m!==null?l(m,u,""):(F(o,""),i=setTimeout(()=>c(t.shiftDial(h),u),qw))}function c(u,h){u.work()?l(u.stretches,h,ha.about):
i=setTimeout(()=>c(u,h),Hw)}function l(u,h,f){let p=Vl(u,us(h.verdict));F(o,p&&Ne(f+(f?p[0].toLowerCase()+p.slice(1):p)))}return{element:s,show:a}}var Uw=(t,e)=>t.
some(n=>Math.abs(M(n)-M(e))>zw);function Gw({shift:t},{prevalence:e}){let n=t===null?ha.shares.by_model:So(t);return ve(ha.line,{observed:Ne(W(e)),share:{control:"\
shift",text:Ne(n)},effect:Ha(t)})}var Of=300;function Vw(){let t=JSON.parse(document.getElementById("study").textContent),e=Xl(t),n=Tf(e),{state:o}=n,s=e.answer(o),r=0,i={state:()=>o,answer:()=>s},
a=Yw(e),u=Kw({study:t,engine:e,...i,writeLink:()=>a.now(o),onChange:(f,p)=>h({...o,...f},p),onReset:()=>h(e.own,!0)});function h(f,p=!1){bn(f,o)&&!p||(o=f,s=e.answer(
o),u.showVerdict(s,p),u.tell([]),cancelAnimationFrame(r),r=requestAnimationFrame(()=>u.showRest(s)),a.soon(o))}addEventListener("hashchange",()=>{if(Si(location.
hash.slice(1)))return a.soon(o);let f=Tf(e);return h(f.state,!0),u.tell(f.problems)}),u.showVerdict(s,!0),u.showRest(s),u.tell(n.problems),globalThis.baserate={
engine:e,setState:f=>h({...o,...f},!0),...i}}function Tf(t){let e=[],n=document.getElementById(location.hash.slice(1))===null?location.hash:"";return{state:Ra(n,
t,e),problems:e}}function Kw({study:t,engine:e,state:n,answer:o,writeLink:s,onChange:r,onReset:i}){let a=S=>document.getElementById(S),c=Ru(),l=Su(e,r,i),u={limits:e.
limits.prevalence,onRange:S=>r({prevalence:S}),onPick:(S,C)=>r({prevalence:[S,S],cost:[C,C]},!0),pointAt:(S,C)=>e.pointAt(n(),S,C)},h={study:t,engine:e,state:n,
answer:o,stage:c,use:u,panels:l.panels},f=Pu(e,l.panels),p=Mf(e,l.panels),m=Ku(t,r),g=["difference","patients"].map(S=>Js(S,h)),v=kf(h),_=Zu(v.contents,l.panels),
x=[...g,...v.parts],k=()=>x.map(({key:S,title:C,numbers:G})=>({key:S,title:C(),table:G()}));Hu(e),a("actions").append(...Gu(o,s,k)),a("answer").append(...f.elements,
p.element),a("settings").append(l.line),a("panels").append(...l.elements),a("first").append(...g.map(({element:S})=>S)),g[0].element.dataset.keepSeen="",a("firs\
t").after(m.element),a("contents-place").replaceWith(_.element),a("sections").append(...v.open),a("folded").prepend(...v.folded);for(let S of[...g,m])c.add(S.element,
S.show);return $u(t),Nu(t),{showVerdict(S,C){f.show(S),l.show(S,C),p.show(S),_.show(S),m.showVerdict(S)},showRest(S){c.show(S);for(let C of[a("sentence"),a("sec\
ond")])tn(C)},tell(S){F(a("told"),S.join(" ")),S.length>0&&tn(a("told"))}}}function Zw(t,e){let n=$a(t,e.own);return`${location.href.split("#")[0]}${n?`#${n}`:""}`}
function Yw(t){let e=0,n=-1/0,o=s=>{clearTimeout(e),n=performance.now();let r=Zw(s,t);try{history.replaceState(null,"",r)}catch{}return r};return{now:o,soon(s){
clearTimeout(e);let r=performance.now()-n>Of?30:Of,i=location.href;e=setTimeout(()=>location.href===i&&o(s),r)}}}Iu();Vw();
