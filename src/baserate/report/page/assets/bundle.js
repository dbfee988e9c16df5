// sources: sha256 a7128f371b1441c6172a01db1031830b83ee84c6260f54e216741ffdb14627dd
function Of(e,t){let[n,o]=Math.abs(e).toExponential(t+30).split("e"),s=n.replace(".",""),r=/^50*$/.test(s.slice(t)),i=Number(s[t-1])%2===0;if(r&&i)return[s.slice(
0,t),Number(o)];let[a,c]=Math.abs(e).toExponential(t-1).split("e");return[a.replace(".",""),Number(c)]}function L(e,t){if(e===0||!Number.isFinite(e))return String(
e+0);let[n,o]=Of(e,t),s=e<0?"-":"",r=i=>i.includes(".")?i.replace(/\.?0*$/,""):i;if(o<-4||o>=t){let i=String(Math.abs(o)).padStart(2,"0");return`${s}${r(`${n[0]}\
.${n.slice(1)}`)}e${o<0?"-":"+"}${i}`}return o<0?s+r(`0.${"0".repeat(-o-1)}${n}`):s+r(`${n.slice(0,o+1)}.${n.slice(o+1)}`)}function mt(e,t){let n=Math.abs(e).toFixed(
t+30),o=n.slice(0,-30).replace(/\.$/,""),r=/^50*$/.test(n.slice(-30))&&Number(o.at(-1))%2===0?o:Math.abs(e).toFixed(t);return e<0&&Number(r)!==0?`-${r}`:r}function tr(e){
let[t,n]=e.split("."),o=t.length>3?t.replace(/\B(?=(\d{3})+$)/g,","):t;return n?`${o}.${n}`:o}var ua={constants:{prevalences_compared:401,ties_told_one_by_one:3,whole_counts_from:100,a_tie:1e-12,nearly_certain:.999,slope_near_one:[.8,1.25],lines_before:3,
worth_recalibrating:.1,told_in_times:1.5,groups_told:4,recalibrations_simulated:100},digits:{percent:4,percent_near_one:9,near_one:.99,short_percent:3,ratio:4,measure:3,
slope:2,confidence:1,most_added:3,per_1000_at_threshold:1,rate:1,least_width_in_last_digits:2},units:{"net benefit":{unit:"true positives per patient",short:"ne\
t benefit",found:"{outcome} found per patient",factor:1,digits:4},"per 1,000":{unit:"true positives per 1,000 patients",short:"per 1,000",found:"{outcome} found\
 per 1,000 patients",factor:1e3,digits:1},"weighted accuracy":{unit:"percentage points of weighted accuracy",short:"weighted accuracy, %",found:"percentage poin\
ts of weighted accuracy",factor:100,digits:2},accuracy:{unit:"percentage points of accuracy",short:"accuracy, %",found:"percentage points of accuracy",factor:100,
digits:2}},names:{treat_all:"treat all",treat_none:"treat none",without_a_model:"without a model"},numbers:{missing:"-",more:">",less:"<",not_from_this_page:"no\
t from this page"},cost:{equal:"a missed case and an unnecessary treatment cost the same",missed_case_dearer:"one missed case = {times} unnecessary treatments",
treatment_dearer:"one unnecessary treatment = {times} missed cases",every_error_alike:"every error alike"},prevalence:{observed:"the observed prevalence"},page:{
bins:"Away from the study's own setting this page works from bins of at least {least} patients: numbers here are within {error} of the exact ones.",patients:"{p\
atients} {counted}, {positives} {outcome}",copy_link:"Copy link",copy_sentence:"Copy sentence",save_all:"Save all data",second_added:"{model} adds {added} of a \
possible {possible} {unit} to deciding without a model.",second_sure:"Confidence that it is better: {confidence}.",reset:"Return to the study's setting",done:"D\
one",prevalence:{title:"Prevalence where the model will be used",lead:"Prevalence",low:"Lowest prevalence",high:"Highest prevalence",one:"Prevalence",low_box:"L\
owest prevalence in percent",high_box:"Highest prevalence in percent",observed:"observed",observed_in:"observed, {prevalence}",not_a_number:"“{typed}” is not a \
prevalence: write percent, such as 2.5. Nothing was changed.",outside:"{typed} is outside what this page answers, {low} to {high}. Nothing was changed.",other_end:"\
Both ends are {value} now: the lowest cannot be above the highest."},cost:{title:"Cost of errors",lead:"One missed {one_outcome} =",tail:"unnecessary {action}",
tail_one:"unnecessary {action} ({ratio})",unused:"{action} (not used in {units})",threshold:"Threshold probability: {threshold}.",low:"Cost at which a missed {o\
ne_outcome} counts most",high:"Cost at which a missed {one_outcome} counts least",one:"Cost",low_box:"Most unnecessary {action} per missed {one_outcome}",high_box:"\
Fewest unnecessary {action} per missed {one_outcome}",not_a_number:"“{typed}” is not a cost: write how many unnecessary {action} one missed {one_outcome} is wor\
th, such as 30. Nothing was changed.",outside:"{typed} is outside what this page answers, {low} to {high}. Nothing was changed.",other_end:"Both ends are {value\
} now: the first cannot be below the second."},shift:{title:"How much of the difference in prevalence is label shift?",slider:"Share of the difference in preval\
ence that is label shift",why:"These patients: {observed}. Why would the outcome be more, or less, common elsewhere?",none_end:"0: other patients come, sicker o\
r healthier ones. Their scores already know: they are used as they are.",all_end:"1: label shift. Cases look as they do here, and so do non-cases; there are onl\
y more, or fewer, of them. Scores are adjusted in full.",stated:"the study's, {shift}",fitted:"fitted to the study's groups: {shift} (standard error {error})",by_model:"\
the study's, by model: {shifts}",line:"Here {observed} have the outcome: {share} of the difference is taken as label shift, {effect}.",shares:{none:"none",all:"\
all",some:"{percent} %",by_model:"a part, by model,"},effects:{none:"scores are used as they are",all:"scores are adjusted in full",some:"scores are adjusted in\
 part"},about:"As far as this page tells: ",no_world:"no such patients",no_world_sentence:"No answer for {models} where {where}: with {shift} of the difference \
in prevalence as label shift, no patients like these would have it. The scores know too little of who is ill to be the reason for such a difference; ask for mor\
e label shift.",no_loss:"Discrimination and the loss to miscalibration are told for label shift only (a shift of 1).",no_gaps:"Why groups differ is told for lab\
el shift only: set the share of label shift to 1."},one_value:"one value",to:"to",slider_keys:"Arrow keys move one step, Page keys ten, Shift moves both ends.",
models:{title:"Models and patients",models:"Models",shown:"Models shown",all:"all {count} models",some:"{count} of {all} models",one_model:"one model",stays:"At\
 least one model stays.",group:"Patients",everyone:"everyone",not_estimable:"not estimable"},units:{title:"Units"},margin:{title:"Margin",label:"Smallest differ\
ence that matters, per 1,000 patients",none:"no margin",some:"margin {margin} per 1,000",not_a_number:"“{typed}” is not a margin: write cases per 1,000 patients\
, such as 1, or nothing. Nothing was changed.",note:"A lead below the margin is not called one. Empty: every lead beyond chance counts."},against:{title:"Compar\
e {best} with",runner_up:"the next best ({name})",main:"{one} minus {other}"},stated:{title:"Settings of the study",button:"settings of the study",range:"{name}\
 (its range)"},patients_title:"What happens to 1,000 patients",patients_note:"where {prevalence} have the outcome, at the decision threshold",before_title:"Befo\
re you decide",more_notes:"{count} more notes",verdict_in_full:"The verdict in full",requirement:"A requirement of the study is not met: {text} (found: {found})\
.",as_a_table:"As a table",address:{prevalence:"The address asks for a prevalence that makes no sense; the study's own is shown.",prevalence_outside:"The addres\
s asks for a prevalence outside what this page answers ({low} to {high}); the nearest is shown.",cost:"The address asks for a cost that makes no sense; the stud\
y's own is shown.",cost_outside:"The address asks for a cost outside what this page answers ({low} to {high}); the nearest is shown.",units:"The address asks fo\
r units that this page does not have; the study's own are shown.",group:"The address asks for a group that is not on this page; everyone is shown.",models:"The \
address asks for a model that is not on this page; it is left out.",shift:"The address asks for a share of label shift that is none (it lies between 0 and 1); t\
he study's own is used.",margin:"The address asks for a margin that makes no sense; the study's own is used.",sources:"The address asks to take a model as calib\
rated to a prevalence that makes no sense, or a model that is not on this page; the study's own is used.",recalibrated:"The address asks to recalibrate a model \
that is not on this page; that is left out.",against:"The address asks to compare with a model that is not on this page; the next best is shown.",unknown:"The a\
ddress has a part that this page does not know ({name}); it is left out."},sections:{decision:"Decision curve",calibration:"Calibration",models:"Models",groups:"\
Groups",groups_by:"Groups by {column}",map:"Map",value:"Net benefit against prevalence",threshold:"At the decision threshold",differences:"Differences on the sa\
me patients",gaps:"Why groups differ",roc:"ROC curve",usual:"Usual measures"},contents:"Contents",brief:{use:"Use {best}: ",too_close:"Too close to call: ",none:"\
No model shown to be better: "},save_table:"Save the table as CSV: {title}"},threshold:{over_prevalence:"{middle} ({highest} at the lowest prevalence, {lowest} \
at the highest)",over_cost:"{middle} ({highest} where an unnecessary treatment costs most, {lowest} where least)",over_both:"{middle} ({lowest} to {highest} ove\
r the deployment)",ends:{prevalence:["at the lowest prevalence","at the highest prevalence"],cost:["where an unnecessary treatment costs most","where it costs l\
east"],both:["highest over the deployment","lowest over the deployment"]},median:" (median)",differs:"A risk of {probability} at the deployment is a score of {c\
utoff}, because the score is taken as calibrated to a prevalence of {source} and the deployment has {prevalence}{median}.",same:"The cut-off on the score is the\
 threshold probability itself, {probability}, because the score is taken as calibrated to the prevalence of the deployment, {prevalence}{median}.",of:"{models}:\
 {reason}",treat:`Treat at or above a score of {cutoff}
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
other}, of 1,000 patients it {found} and {treated}.",exchange_at_median:"Compared with {other}, of 1,000 patients at the median prevalence, {median}, it {found}\
 and {treated}.",without:"deciding without a model",within_error:"By its interval alone the best is ahead, but by no more than this page's own error: the librar\
y can tell.",found_more:"finds {count} more {outcome}",found_fewer:"finds {count} fewer {outcome}",found_same:"finds as many {outcome}",treated_more:"leads to {\
count} more unnecessary {action}",treated_fewer:"spares {count} unnecessary {action}",treated_same:"leads to as many unnecessary {action}",headline_use:"Use",headline_too_close:"\
Too close to call between",headline_no_model:"No model is shown to be better than deciding without one",fact_added:"Worth over deciding without a model",fact_next:"\
Worth over {other}",fact_together:"adjusted for {count} comparisons",brief_worth:"worth {worth} over deciding without a model",what_else:"What else matters can \
decide: simplicity, cost, what is in use.",not_shown_better:"{models} is not shown to be better than deciding without a model.",none_shown_better:"{models} are \
not shown to be better than deciding without a model.",without_is_all:"Without a model, treat all.",without_is_none:"Without a model, treat none.",without_is_both:"\
Without a model, treat all at a prevalence of {threshold} or more, and none below.",below_margin:"{best} is ahead of {others}, but by less than the {margin} per\
 1,000 that matter.",non_inferior:"{models} is no worse than {best} by more than {margin} per 1,000 (non-inferior).",all_non_inferior:"{models} are no worse tha\
n {best} by more than {margin} per 1,000 (non-inferior).",flip_alone:"{ahead} is ahead from {low} to {high} (confidence {confidence})",flip:"{ahead} from {low} \
to {high}",flips:"Within the range, others are ahead of {best} beyond chance: {flips}.",and:" and ",comma:", ",together:"The intervals hold for all {count} comp\
arisons together.",outside:"No such prevalence was observed (it was {observed}): all this rests on label shift, that is on scores being spread alike there, amon\
g cases and among non-cases.",outside_groups:"No such prevalence was observed (it was {observed}, and {low} to {high} in the groups): all this rests on label sh\
ift, that is on scores being spread alike there, among cases and among non-cases."},before:{title:"Before you decide",off_times:"{model}'s risks are {times} tim\
es too {how} (observed/expected {ratio}).",off:"{model}'s risks are too {how} (observed/expected {ratio}).",high:"high",low:"low",turns:"Recalibrated, {model} w\
ould add {value} over deciding without a model, and {best} {other_value}: the order turns.",gains:"Recalibrated, {model} would add {value} over deciding without\
 a model instead of {now}.",advice:"Recalibrate it, or state the prevalence to which it is calibrated.",groups_disagree:"Groups disagree: {leads}.",group_lead:"\
in {group}, {model} is ahead of {best}",groups_agree:"Groups agree: {best} is ahead in {groups}.",groups_agree_all:"Groups agree: {best} is ahead in all {count}\
 of them.",more_groups:"{number} more",in_group:"in ",outside:"No prevalence in this range was observed (it was {observed}): all rests on label shift.",clusters:"\
One cluster of {column} holds {share} of the data: all rests on few clusters.",cutoff:"The cut-off of {model} moves with the place: treat at or above {highest} \
where {low} have the outcome, {middle} at {median}, {lowest} at {high}.",is_recalibrated:"{model} is taken as recalibrated on these patients.",is_calibrated_to:"\
{model} is taken as calibrated to {prevalence}.",recalibrate:"recalibrate {model}",take_as_calibrated_to:"take {model} as calibrated to {prevalence}",undo:"take\
 {model} as it is"},opening:{patients:"{patients} patients, {positives} with the outcome ({prevalence}).",clusters:"{patients} rows in {clusters} clusters ({clu\
ster}), {positives} with the outcome ({prevalence}).",patients_named:"{patients} patients, {positives} {outcome} ({prevalence}).",clusters_named:"{patients} row\
s in {clusters} clusters ({cluster}), {positives} {outcome} ({prevalence}).",deployment:"Prevalence where the model will be used: {prevalence}. Cost of errors: \
{cost}; threshold probability: {threshold}.",dropped:"{dropped} of {rows} rows were dropped (missing: {reasons}).",dropped_because:"{column} in {rows}",dropped_few:"\
A few rows, fewer than {least}, were dropped (missing: {reasons}).",calibrated_to:"Training prevalence, to which scores are calibrated: {models}.",calibrated_to_one:"\
{model} {prevalence}",calibrated_to_all:"{model} {prevalence} (observed in all patients, also for groups)",calibrated_to_observed:"The scores are taken as calib\
rated to the observed prevalence of the patients they are judged on.",binned:"Scores came in bins of log odds, not patient by patient."},tables:{models:"Which m\
odel?",models_level:"{score} ({level} CI)",models_loss:"lost to miscalibration, {short}",models_note:"Net benefit in {unit}; zero is treat none. The loss to mis\
calibration is corrected for optimism.",models_note_of_accuracy:"In percent: {units} and what is lost of it. The loss to miscalibration is corrected for optimis\
m.",decisions:"At the decision threshold",treat_at_or_above:"treat at or above",decisions_by:"At the decision threshold, by {column}",counts_by:"Per 1,000 patie\
nts at the decision threshold, by {column}",threshold_probability:"threshold probability",cutoff_on_score:"treat at or above a score of",decisions_note:"Sensiti\
vity and specificity in these patients, at this cut-off. Predictive values, and counts per 1,000 patients, at a prevalence of {prevalence}, {which}. The cut-off\
 is taken as fixed. In brackets: {level} CI.",decisions_note_by:"Sensitivity and specificity in the patients of the group, at its cut-off (median prevalence and\
 cost). Predictive values, and counts per 1,000 patients, at a prevalence of {prevalence}, {which}.",decisions_note_by_observed:"Sensitivity and specificity in \
the patients of the group, at its cut-off. Predictive values, and counts per 1,000 patients, at the prevalence observed in the group.",nobody:{ppv:"no patient's\
 score reaches the cut-off of {cutoff}: nobody is treated.",npv:"no patient's score is below the cut-off of {cutoff}: everybody is treated."},decisions_at_median:"\
the median of the deployment",decisions_at_stated:"that of the deployment",decisions_at_observed:"the observed one, whose error the intervals include",differences:"\
Differences on the same patients",minus:"minus",confidence:"confidence",confidence_above_margin:"confidence above {margin}",adjusted:"adjusted CI",differences_note:"\
Every model decides about the same patients, so that what is common to them cancels. The CI holds for one comparison at a time; the adjusted CI for all {count} \
together. Confidence: one-sided, that the difference is above zero.",differences_note_margin:"Confidence above {margin}: that it is above the margin.",order_note:"\
The CI holds for one comparison at a time; the adjusted CI for all comparisons in all {groups} groups together.",models_note_adjusted:"Picked as the best of {co\
unt} by looking, {model} has an adjusted CI of {low} to {high}.",usual:"Usual measures",usual_note:"Accuracy at this cut-off, the decision threshold, in these p\
atients. Calibrated: calibration in the large 0, slope 1, observed/expected 1.",not_available:"{model}: no {measures}, because {why}",not_available_or:" or ",slope_far_from_one:"\
{model}: a slope of {slope} says its risks are too {how}: recalibrate before use.",too_extreme:"extreme",too_moderate:"moderate",groups_zero:"Net benefit; zero \
is treat none.",groups_same_threshold_observed:"In every group the cut-off on the score is the threshold probability: each group is judged at its observed preva\
lence, to which its scores are taken as calibrated.",groups_own_threshold_observed:"Each group has a cut-off of its own: its scores are moved from the prevalenc\
e they are calibrated to, which is the same for all groups, to the one observed in the group.",groups_own_threshold_stated:"Each group has a cut-off of its own:\
 its scores are taken as calibrated to its observed prevalence, and moved from there to that of the deployment. Taken as calibrated to one prevalence (--source-\
prevalence all, or a number), they have one cut-off in all groups.",groups_same_threshold_stated:"All groups have one cut-off: in each, scores are moved from th\
e same prevalence to that of the deployment.",groups_of_models:"{models}: {sentence}",one_threshold:"one cut-off for all",with_one_threshold:"{score} with it",groups_one_threshold:"\
One cut-off for all is that of everyone; the interval of its net benefit is for that cut-off as it is.",groups_expected:"Observed/expected: cases over the sum o\
f the scores, as they are unless a training prevalence is stated; 1 is calibrated.",together:"all {comparisons} together",several_note:"{comparisons} groups are\
 compared: of single intervals, one in {one_in} misses by chance.",together_note:"The last column holds for all {comparisons} comparisons together at {level} (S\
idak); of single intervals, one in {one_in} misses by chance.",gaps:"Why groups differ",gap_between:"{group} minus {reference}",gaps_note:"Zero is treat none. T\
otal: each group at its observed prevalence. Difference at equal prevalence: both at {place}. Discrimination and calibration are corrected for optimism.",gaps_place:"\
{prevalence}",gaps_place_between:"prevalences between the two",model:"model",group:"group",patients:"patients",rows:"rows",events:"events",part:"part",by:"By {c\
olumn}",not_estimable:"not estimable",order_in_groups:"Does the order hold in each group?"},shift:{opening_label:"On the way from the observed prevalence to tha\
t of the deployment, scores are adjusted in full (shift 1, label shift).",opening_full:"On the way from the observed prevalence to that of the deployment, score\
s are adjusted in full, as was fitted: shift {shifts}.",opening:"On the way from the observed prevalence to that of the deployment, scores are adjusted by part \
of the difference in log odds: shift {shifts}. The rest is case mix: patients with high scores come more, or less, often.",opening_by_model:"On the way from the\
 observed prevalence to that of the deployment, scores are adjusted by part of the difference in log odds, each model's by its shift: {shifts}. The rest is case\
 mix: patients with high scores come more, or less, often.",opening_one:"{model} {shift}",worlds:"Each model is judged where its own scores are shifted so: how \
another's are spread there does not matter for what it is worth.",threshold_differs:"A risk of {probability} at the deployment is a score of {cutoff}, because t\
he score is taken as calibrated to a prevalence of {source}, the deployment has {prevalence}{median}, and of the way there from {observed}, in log odds, it is a\
djusted by a share of {shift}.",threshold_same:"The cut-off on the score is the threshold probability itself, {probability}: the score is taken as calibrated to\
 a prevalence of {source}, and with a shift of {shift} it means the same where {prevalence}{median} have the outcome.",decisions_note:"Sensitivity and specifici\
ty at this cut-off where the prevalence is {prevalence}, {which}: patients of either class are weighted by their scores as the shift asks for. Predictive values\
, and counts per 1,000 patients, at that prevalence. The cut-off is taken as fixed. In brackets: {level} CI.",decisions_note_by:"Sensitivity and specificity at \
the group's cut-off (median prevalence and cost) where the prevalence is {prevalence}, {which}: patients of either class are weighted by their scores as the shi\
ft asks for. Predictive values, and counts per 1,000 patients, at that prevalence.",no_loss:"The loss to miscalibration can be had under label shift only (--shi\
ft 1), not for {models}.",gaps_refused:"Why groups differ cannot be told for {models}: the parts of a difference between groups can be had under label shift onl\
y (--shift 1).",holds:"The verdict holds for any shift from 0 (covariate shift) to 1 (label shift).",holds_where:"The verdict holds wherever it can be judged, {\
where}.",among:"{conclusion} ({models} cannot be judged there)",turns:"The verdict turns {turns}.",turn:"{where}: there {conclusion}",then:"; ",use:"{models} is\
 ahead",worse:"every model is worse than deciding without one",tied:"{models} cannot be told apart",none:"no model is shown to be better than deciding without o\
ne",below:"below a shift of {high}",above:"above a shift of {low}",at:"at a shift of {low}",from_to:"from a shift of {low} to {high}",everywhere:"at any shift f\
rom 0 to 1",no_place:"There is no such place for {models} {where}: the scores know too little of who is ill to be the reason for such a difference in prevalence\
.",ends:"The net benefit of {model} is {label} per 1,000 at a shift of 1, and {covariate} at 0 ({level} CI).",rests:"Much rests on the shift, because the deploy\
ment is far from the observed prevalence: the net benefit of {model} is {label} per 1,000 at a shift of 1, and {covariate} at 0 ({level} CI). Where groups diffe\
r in prevalence, they tell which it is (ev.shift, baserate shift).",outside:"No such prevalence was observed (it was {observed}): all this rests on the shift th\
at was asked for ({shifts}).",outside_groups:"No such prevalence was observed (it was {observed}, and {low} to {high} in the groups): all this rests on the shif\
t that was asked for ({shifts}).",before_outside:"No prevalence in this range was observed (it was {observed}): all rests on the shift that was asked for ({shif\
ts}).",readings:"Scores calibrated in each group are a shift of 0 between the groups, scores calibrated to all patients a shift of 1: ev.shift (baserate shift) \
says which of the two all groups together support, or what between them."},readings:{group:"with scores calibrated in each group",all:"with scores calibrated to\
 all patients",depends:"{group} minus {reference}: at equal prevalence the answer depends on what the scores are calibrated to. To each group's own prevalence, \
the difference is {by_group}; to that of all patients, moved to each group's by label shift, it is {by_all}.",supports_group:"Calibration agrees between the two\
 under the first (observed/expected {ratios_group}) and not under the second ({ratios_all}), which supports the first.",supports_all:"Calibration agrees between\
 the two under the second (observed/expected {ratios_all}) and not under the first ({ratios_group}), which supports the second.",supports_neither:"Calibration d\
iffers between the two under both (observed/expected {ratios_group}; {ratios_all}), which supports neither: recalibrate in each group before comparing them.",cannot_tell:"\
Their calibration cannot tell which holds (observed/expected {ratios_group} under the first; {ratios_all} under the second).",ratios:"{first} and {second}",other_is_used:"\
The tables use the other: --source-prevalence {reading} asks for this one."},cautions:{weights:"with so little label shift the deployment's patients are made of\
 few of these: by their weights, of {patients} {counted} of a class.",fitted_source:"between these groups {percent} of a difference in prevalence is not in the \
score (shift {shift}), but in each group the score is taken as calibrated to the group's own prevalence, as if all of it were.",fitted_source_advice:"Closer to \
what was fitted: scores calibrated to the prevalence of all patients (source_prevalence, --source-prevalence all).",weights_advice:"What is said of them rests o\
n these few; a shift closer to 1, or a prevalence closer to the observed one, rests on more.",mean:"the mean score is {mean}, but {prevalence} of the {patients}\
 have the outcome: observed/expected {ratio}. {advice}",mean_advice:"If the scores are calibrated to another prevalence, state it (source_prevalence, --source-p\
revalence); otherwise the model is miscalibrated.",groups:"judged by group, scores are {how} (observed/expected) in {groups}.",too_high:"too high",too_low:"too \
low",group_advice:"Either recalibrate there, or the scores are calibrated to the prevalence of all patients: then say so (source_prevalence, --source-prevalence\
 all).",recalibrate:"Recalibrate there before use.",more_groups:"and {number} more",heap_at:"{where} {patients} score exactly {cut}, the cut-off. They count as \
treated; at a slightly lower prevalence they would not. A range does not hang on this.",heap_near:"{where} {patients} have {same} score, {score}. The cut-off, {\
cut}, rests on the observed prevalence and may lie on either side of it ({low} to {high}), so that all of them are treated, or none. A range does not hang on th\
is.",same:"one and the same",same_bin:"nearly the same",cluster:"one cluster of {column} holds {share} of the {patients} (by weight, where there are weights). I\
ntervals rest on few clusters, and are rough.",in_groups:"{group} {ratio}"},across:{name:"{prevalence}, {cost}",title:"Across the deployments",deployment:"deplo\
yment",conclusion:"verdict",model:"best model",difference:"minus without a model, per 1,000",use:"{best}",tied:"too close to call: {models}",none_better:"no mod\
el shown to be better than deciding without one",worse:"{best}: every model is worse",note:"Best model: that of the highest net benefit there; in true positives\
 per 1,000 patients more than deciding without a model ({level} CI, adjusted as in the verdict for all comparisons at the deployment)."},study:{unfilled:'the st\
udy is not filled in. Decide, and write in place of "?":{questions}',question:`
  {question}`,deployments:"Deployments: {deployments}.",deployment:"{name} ({words})",prevalence:'prevalence: how common is the outcome where the model will be \
used? One value, "5%", or a range, "1%..10%"; leave the line out for the observed prevalence.',cost:'cost: how many unnecessary treatments is one missed case wo\
rth? If 30, write "1:30"; if 5 to 50, "1:50..1:5".',outcome:"outcome: which column holds the outcome?",scores:"scores: which columns hold predicted probabilitie\
s?",noun:'a plural noun, such as "deaths", or both forms, "death/deaths"'},measures:{accuracy:"accuracy",brier:"Brier score",log_loss:"log loss",calibration_intercept:"\
calibration in the large",calibration_slope:"calibration slope",observed_expected:"observed/expected",mean_score:"mean score"},rates:{sensitivity:"sensitivity",
specificity:"specificity",ppv:"positive predictive value",npv:"negative predictive value"},counts:{treated_per_1000:"treated, per 1,000",true_positives_per_1000:"\
true positives (cases found), per 1,000",false_negatives_per_1000:"missed cases, per 1,000",false_positives_per_1000:"false positives (treated unnecessarily), p\
er 1,000"},short_names:{sensitivity:"sensitivity",specificity:"specificity",ppv:"PPV",npv:"NPV",treated_per_1000:"treated",true_positives_per_1000:"true positiv\
es (cases found)",false_negatives_per_1000:"missed cases",false_positives_per_1000:"false positives (unnecessary)"},named_counts:{true_positives_per_1000:"true \
positives ({outcome} found), per 1,000",false_negatives_per_1000:"missed {outcome}, per 1,000"},named_short_names:{true_positives_per_1000:"true positives ({out\
come} found)",false_negatives_per_1000:"missed {outcome}"},gap_parts:{total:"total",mechanism:"difference at equal prevalence",sharpness:"discrimination",calibration:"\
calibration",label_shift:"label shift"},figures:{slice:"{name}: {patients} {counted}, {positives} {outcome}",keys_move:"Arrow keys move.",nothing:"There is no m\
odel to show.",too_close:"too close to call",too_close_between:"too close to call between {models}",no_model_better:"no model is shown to be better than decidin\
g without one",best:"{best} is best, beyond chance",better:"better",minus:"{one} minus {other}",ahead_there:"{name} ahead beyond chance",at_prevalence:"at a pre\
valence of {prevalence}",at_point:"At a prevalence of {prevalence} and a threshold probability of {threshold} ({ratio}): {best}.",prevalence:"prevalence: share \
of {outcome} among patients",observed:"the observed prevalence",half:"half of the weight on either side of {median}",brush:"Range of prevalences",brush_low:"Low\
est prevalence",brush_high:"Highest prevalence",brush_observed:"observed, {prevalence}",difference:"Which is better at each prevalence?",difference_above:"diffe\
rence in {unit}, with {level} CI at each prevalence",read_difference:"The difference along the prevalence.",mean:"mean over the range {mean}",value_there:"{mean\
}",caption_unknown:"How {one} and {other} compare over {range} cannot be told from this page.",caption_close:"{one} and {other} are too close to call over {rang\
e}.",caption_close_at:"{one} and {other} are too close to call at {range}.",caption_at:"{one} is ahead of {other} beyond chance at {range}.",caption_everywhere:"\
{one} is ahead of {other} beyond chance everywhere {stretch}.",caption_as_a_whole:"{one} is ahead of {other} over {range} as a whole, at no single prevalence be\
yond chance.",caption_in_parts:"{one} is ahead of {other} over {range} as a whole, beyond chance in parts of it only.",caption_stretches:"By prevalence: {stretc\
hes}.",at:"at {low}",from_to:"from {low} to {high}",stretch_ahead:"{one} ahead of {other} beyond chance {stretch}",stretch_behind:"{other} ahead of {one} beyond\
 chance {stretch}",stretch_close:"too close to call {stretch}",stretch_unknown:"not from this page {stretch}",caption_mean:"{one} minus {other} is {mean} on ave\
rage over {range}, in {unit} ({level} CI).",caption_value:"{one} minus {other} is {mean} there, in {unit} ({level} CI).",patients:"What happens to the patients?",
about:"≈ {words}",of_cases:"of {count} {outcome}",of_non_cases:"of {count} non-cases",found_missed:"{found} found, {missed} missed",unnecessary:"{unnecessary}\
 unnecessary {action}",patients_row:"{name} finds {found} with {unnecessary} unnecessary {action}",patients_row_whole:"{name}: {found} found, {missed} missed, {\
unnecessary} unnecessary {action}, {spared} spared",patients_caption:"Of {count} patients at a prevalence of {prevalence}, with {cases} {outcome}: {rows}.",worth:"\
net benefit in {unit}; zero is {zero}",worth_of_share:"{unit}",read_curves:"Values along the horizontal axis.",value:"What is each model worth where the outcome\
 is rarer or more common?",recalibrated:"same model, perfectly recalibrated",your_range:"your range, {range}",your_setting:"your setting, {range}",value_one:"{n\
ame} {score}",value_caption:"Over {range}: {scores}, in {unit} ({level} CI); {best}.",value_caption_at:"At {range}: {scores}, in {unit} ({level} CI); {best}.",decision:"\
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
the picture",the_figure_as_svg:"the picture as SVG text",gaps_caption:"The largest difference: {model} in {group} against {reference}, {total} {unit}."}};var w=ua;function d(e,t){return e.replace(/\{(\w+)\}/g,(n,o)=>t[o])}var yt=w.digits;function dt(e){return`${L(100*e,e<=yt.near_one?yt.percent:yt.percent_near_one)} %`}function j(e){return`${L(100*e,yt.short_percent)} %`}function Y(e){
return`${L(100*e,6)} %`}function Ce(e){return e<=.5?`1:${L((1-e)/e,yt.ratio)}`:`${L(e/(1-e),yt.ratio)}:1`}function ha(e){return Math.abs(e-.5)<1e-9?w.cost.equal:
e<.5?d(w.cost.missed_case_dearer,{times:L((1-e)/e,yt.ratio)}):d(w.cost.treatment_dearer,{times:L(e/(1-e),yt.ratio)})}function B(e){return Number.isFinite(e)?tr(
String(Math.round(e))):w.numbers.missing}function te({value:e,low:t,high:n,error:o=0},{factor:s,digits:r}){let i=s*(n-t)>=yt.least_width_in_last_digits*10**-r?r:
r+1,a=s*Math.max(t,-n);for(;a>0&&Number(mt(a,i))===0&&i<r+yt.most_added;)i++;let c=fa(s*o,i);return[e,t,n].map(l=>pa(s*l,c))}function fa(e,t){return e>0?Math.min(
t,-Math.floor(Math.log10(e)+1e-9)):t}function pa(e,t){if(t>=0)return mt(e,t);let n=10**-t;return mt(n*Math.round(e/n),0)}function Ot(e,t,n=!1){if(!Number.isFinite(
e?.value))return w.numbers.missing;if(e.coarse)return pn(e);let o=a=>n&&Number(a)>0?`+${a}`:a;if(e.value===0&&e.low===e.high)return"0";if(!Ef(e))return o(mt(t.factor*
e.value,t.digits));let[s,r,i]=te(e,t).map(o);return`${s} (${r} to ${i})`}function pn({error:e}){return e===1/0?w.page.shift.no_world:w.numbers.not_from_this_page}
function Ef({low:e,high:t}){return Number.isFinite(e)&&Number.isFinite(t)&&e!==t}function wo(e){if(!e||e.value===null)return w.numbers.missing;let t=n=>mt(n,yt.
measure);return e.low===null||e.high===null?t(e.value):`${t(e.value)} (${t(e.low)} to ${t(e.high)})`}function mn(e){let{more:t,less:n}=w.numbers,o=w.constants.nearly_certain,
s=r=>mt(100*r,yt.confidence);return e>o?`${t} ${s(o)} %`:e<1-o?`${n} ${s(1-o)} %`:`${s(e)} %`}function Pe(e,t=0){if(t>0)return`${L(e,2)} (fitted, standard error\
 ${L(t,2)})`;let n={0:" (covariate shift)",1:" (label shift)"}[e]??"";return`${L(e,6)}${n}`}function ma({value:e,probability:t,prevalence:n,source:o,over:s,shift:r,observed:i}){let a=Math.abs(e-t)<=1e-9*Math.max(e,t)?"same":"differs",c=r<1?{shift:Pe(r),
observed:j(i)}:{};return d(r<1?w.shift[`threshold_${a}`]:w.threshold[a],{...c,probability:j(t),cutoff:j(e),source:j(o),prevalence:j(n),median:s==="prevalence"||
s==="both"?w.threshold.median:""})}function da(e){if(!e)return w.numbers.missing;if(e.coarse)return pn(e);let t=100*(e.high-e.low)<yt.least_width_in_last_digits*
10**-yt.rate,[n,o,s]=va(e,100,yt.rate+Number(t));return`${n} % (${o} to ${s})`}function ga(e){if(e.coarse)return pn(e);let[t,n,o]=va(e,1,yt.per_1000_at_threshold);
return`${t} (${n} to ${o})`}function va({value:e,low:t,high:n,error:o=0},s,r){let i=fa(s*o,r);return[e,t,n].map(a=>pa(s*a,i))}var bo="–";function er(e){return e.
replace(/-(?=\d)/g,"−").replaceAll(" %"," %")}function wa(e,t,n=!1){return Number.isFinite(e)?_o({value:e,low:e,high:e},t,n):bo}function _o(e,t,n=!1){return Number.
isFinite(e?.value)?er(Ot(e,t,n)):bo}function Vt(e){return er((e<0?"-":"")+tr(String(Math.abs(Number(e.toPrecision(6))))))}function R(e){if(!Number.isFinite(e))return bo;
let t=100*e,n=Math.min(Math.abs(t),Math.abs(100-t)),o=n===0||n>=9.95?0:n>=.995?1:n>=.0995?2:3;return er(`${Number(t.toFixed(o))} %`)}function ce(e){let t=e/(1-e);
if(!Number.isFinite(t)||t<=0)return bo;let[n,o]=t<=1?[1,1/t]:[t,1],s=r=>String(r>=9.95?Math.round(r):Number(r.toPrecision(2)));return`${s(n)}:${s(o)}`}function ba(e,t){
let[n,o]=e.map(t);return n===o?n:`${n} to ${o}`}var ye=e=>ba(e,R),xo=e=>ba(e,ce);var Ct=w.names.treat_all,Wt=w.names.treat_none,$=w.names.without_a_model,ke=[Ct,Wt,$],dn=[Ct,Wt],Af=/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;
function lt(e){return String(e).replace(Af," ").trim()||"(no name)"}function Me(e){return/[\u0590-\u08ff\ufb1d-\ufefc]/.test(e)?`⁨${e}⁩`:e}function z(e){return Me(
lt(e))}function M(e){return Math.log(e)-Math.log1p(-e)}function N(e){let t=Math.exp(-Math.abs(e));return(e>=0?1:t)/(1+t)}function Ve(e){return e>0?e+Math.log1p(Math.exp(
-e)):Math.log1p(Math.exp(e))}function y(e,t,n){return e<t?t:e>n?n:e}function gn(e){let t=new Float64Array(e),n=new Float64Array(e);for(let o=0;o<e;o++){let s=Math.
cos(Math.PI*(o+.75)/(e+.5)),r=1;for(let i=0;i<100;i++){let a=1,c=s;for(let u=2;u<=e;u++)[a,c]=[c,((2*u-1)*s*c-(u-1)*a)/u];r=e*(s*c-a)/(s*s-1);let l=c/r;if(s-=l,
Math.abs(l)<1e-16)break}t[o]=s,n[o]=2/((1-s*s)*r*r)}return{nodes:t,weights:n}}function gt(e,t){if(e===t)return e;let n=Math.sqrt(e/(1-e)*(t/(1-t)));return n/(1+
n)}function vn(e,t,n,o){let[s,r]=[t,n],[i,a]=[e(s),e(r)];for(let c=0;c<60&&r-s>o;c++){let l=(s*a-r*i)/(a-i),u=e(l);if(u===0||Math.abs(u)<1e-12)return l;u<0?([s,
i]=[l,u],a/=2):([r,a]=[l,u],i/=2)}return(s+r)/2}var _a={weighted:!1,prices:(e,t)=>[N(e),Math.exp(t)*N(-e)],priceSlopes:e=>[N(-e),-N(e)],costMovesSlopes:!1},xa={weighted:!0,prices:(e,t)=>[N(e-t),N(t-e)],priceSlopes:(e,t)=>[
N(t-e),-N(e-t)],costMovesSlopes:!0},Sf=[{name:"net benefit",label:"net benefit",zero:Wt,usesCost:!0,..._a},{name:"per 1,000",label:"net benefit per 1,000",zero:Wt,
usesCost:!0,..._a},{name:"weighted accuracy",label:"weighted accuracy",zero:null,usesCost:!0,...xa},{name:"accuracy",label:"accuracy",zero:null,usesCost:!1,overCosts:"\
per 1,000",...xa}],Hn=Sf.map(e=>({overCosts:e.name,...e,scale:w.units[e.name]})),yo="per 1,000",Nf=new Map(Hn.map(e=>[e.name,e]));function W(e){return Nf.get(e)}
function Oe(e,t){return W(e).usesCost?t.map(M):[0,0]}var{page:nr}=w,Ta=e=>e.replace(/[^a-z0-9]+/g,"-");function Un(e){try{return encodeURIComponent(e)}catch{return encodeURIComponent(e.replace(/[\ud800-\udfff]/g,"\
�"))}}function ko(e,t){let n=t.find(o=>Un(o)===e);if(n!==void 0)return n;try{let o=decodeURIComponent(e);return t.find(s=>s===o)}catch{return}}var wn=e=>String(
Number(e.toPrecision(12)));function $f(e){return e<=.5?`1:${wn((1-e)/e)}`:`${wn(e/(1-e))}:1`}function To(e){let[t,n,...o]=e.split(":").map(s=>s.trim()===""?NaN:
Number(s));return o.length>0?NaN:n===void 0?t:t/(t+n)}var Ea=([e,t],n)=>e===t?n(e):`${n(e)}..${n(t)}`;function ya(e,t){let n=e.split("..").map(t);if(!(n.length>
2||!n.every(o=>o>0&&o<1)))return[Math.min(...n),Math.max(...n)]}var Mo=(e,t)=>e===t||e!==null&&t!==null&&e.every((n,o)=>Math.abs(n-t[o])<=1e-11*n),Oo=(e=[],t=[])=>e.
length===t.length&&e.every((n,o)=>n===t[o]);function Aa(e={},t={}){let n=Object.keys(e);return n.length===Object.keys(t).length&&n.every(o=>Math.abs(e[o]-t[o])<=
1e-11)}function bn(e,t){return Mo(e.prevalence,t.prevalence)&&Mo(e.cost,t.cost)&&["shift","units","group","margin","against"].every(n=>(e[n]??null)===(t[n]??null))&&
Oo(e.models,t.models)&&Oo(e.recalibrated,t.recalibrated)&&Aa(e.sources,t.sources)}function Sa(e,t){let n=Object.entries(e.sources??{}),{margin:o=null,against:s=null}=e;
return[[!Mo(e.prevalence,t.prevalence),()=>`prevalence=${If(e)}`],[!Mo(e.cost,t.cost),()=>`cost=${Ea(e.cost,$f)}`],[e.shift!==t.shift,()=>`shift=${wn(e.shift)}`],
[e.units!==t.units,()=>`units=${Ta(e.units)}`],[e.group!==t.group,()=>e.group===null?"everyone":`group=${Un(e.group)}`],[!Oo(e.models,t.models),()=>`models=${ka(
e.models)}`],[o!==(t.margin??null),()=>`margin=${o===null?Fe:wn(o)}`],[!Aa(e.sources,t.sources),()=>`sources=${n.map(Rf).join(",")||Fe}`],[!Oo(e.recalibrated,t.
recalibrated),()=>`recalibrated=${ka(e.recalibrated??[])||Fe}`],[s!==(t.against??null),()=>`against=${s===null?Fe:Un(s)}`]].filter(([i])=>i).map(([,i])=>i()).join(
"&")}var Fe="none",ka=e=>e.map(Un).join(","),Rf=([e,t])=>`${Un(e)}:${wn(t)}`,If=({prevalence:e})=>e===null?"own":Ea(e,wn);function Cf(e){let t=new Map;for(let n of e.
replace(/^#/,"").split("&")){let[o,...s]=n.split("=");t.has(o)||t.set(o,s.join("="))}return t.delete(""),t}function Ma(e,t,n){let o=e.split(",").map(r=>ko(r,t)),
s=t.filter(r=>o.includes(r));return s.length>0&&o.includes(void 0)&&n(),s.length>0?s:void 0}function Pf(e,t){if(e===Fe)return{};let n=e.replace(/%3a(?=[\d.]+(,|$))/gi,
":").split(",").map(o=>{let[s,r=""]=o.split(":");return[ko(s,t),$a(r)]});if(!n.some(([o,s])=>o===void 0||!(s>0&&s<1)))return Object.fromEntries(n)}function Ff(e,t){
let n=e.trim()===""?NaN:Number(e);if(n>=0&&n<=1)return t!==null&&Math.abs(n-t)<=1e-11?t:n}function Lf(e){if(e===Fe)return null;let t=e.trim()===""?NaN:Number(e);
return t>=0&&t<1e3?t:void 0}function Wf({models:e,groups:t,own:n}){let o=t.filter(({estimable:s})=>s).map(({name:s})=>s);return{prevalence:s=>s==="own"?null:ya(
s,$a),cost:s=>ya(Bf(s),To),units:s=>Hn.find(({name:r})=>Ta(r)===s)?.name,group:s=>ko(s,o),everyone:()=>null,models:(s,r)=>Ma(s,e,r),shift:s=>Ff(s,n.shift),margin:Lf,
sources:s=>Pf(s,e),recalibrated:(s,r)=>s===Fe?[]:Ma(s,e,r),against:s=>s===Fe?null:ko(s,[...e,...ke])}}function Na(e,t,n=[]){let{own:o,limits:s}=t,r={...o},i=Wf(
t);for(let[a,c]of Cf(e)){let l=Object.hasOwn(i,a),u=()=>n.push(Df(a,l)),h=l?i[a](c,u):void 0,f=a==="everyone"?"group":a;h===void 0?u():r[f]=h}return r.prevalence=
Oa("prevalence",r.prevalence,s,dt,n),r.cost=Oa("cost",r.cost,s,Ce,n),r}function Df(e,t){return t?nr.address[e]:d(nr.address.unknown,{name:jf(e)})}function jf(e){
let t=Array.from(e);return t.length>20?`${t.slice(0,20).join("")}…`:e}function Oa(e,t,n,o,s){let[r,i]=n[e];return t===null||t.every(a=>a>=r*(1-1e-11)&&a<=i*(1+
1e-11))?t:(s.push(d(nr.address[`${e}_outside`],{low:o(r),high:o(i)})),t.map(a=>y(a,r,i)))}var Bf=e=>e.replace(/%3a/gi,":");function $a(e){let t=e.replace(/%(25)?$/,
"");return t.trim()===""?NaN:t===e?Number(e):Number(t)/100}function or(e){if(e===null)return w.prevalence.observed;let[t,n]=e;return t===n?dt(t):`${dt(t)} to ${dt(n)}`}function vt(e,t){let n=e.split(/\{(\w+)\}/).map((s,r)=>r%
2===0?s:t[s]),o=[];for(let s of n.flat(1/0))typeof s!="string"?o.push(s):typeof o.at(-1)=="string"?o.push(o.pop()+s):s!==""&&o.push(s);return o}function sr(e){return e.
map(t=>typeof t=="string"?t:t.text).join("")}function le({names:e}){return e??{outcome:"cases",one_outcome:"case",action:"treatments",one_action:"treatment",title:null}}
function Ia(e,{names:t,range:n,costs:o,deployment:s}){let{verdict:r}=w,i=W(e.units),a=d(i.scale.found,t),c=e.study?s:{prevalence:null,cost:null},l=n[0]===n[1],u=c.
prevalence?.median??gt(...n);return{names:t,percent:j,where:qf(e,{names:t,range:n,costs:o,own:c,usesCost:i.usesCost}),command:Uf(e),tellsCounts:!i.weighted,ends:(h,f)=>{
let[p,m,g]=te(h,i.scale);return{value:p,low:m,high:g,level:Y(f),found:a}},possible:h=>mt(i.scale.factor*h,i.scale.digits),exchange:(h,f,p)=>{let m=l?r.exchange:
r.exchange_at_median,g=Gf(f,p,t);return g&&d(m,{other:h,median:j(u),...g})}}}function qf(e,{names:t,range:n,costs:o,own:s,usesCost:r}){let{where:i}=w.verdict,a=l=>({
control:"prevalence",text:l}),c=zf(o,{names:t,own:s.cost,usesCost:r});return s.prevalence&&!Ca(s.prevalence)?vt(i.distribution,{prevalence:a(s.prevalence.text),
cost:c}):e.prevalence===null?vt(i.observed,{prevalence:a(j(n[0])),cost:c}):vt(i.share,{prevalence:a(or(n)),cost:c})}function zf([e,t],{names:n,own:o,usesCost:s}){
let{cost:r}=w.verdict,i=c=>({control:"cost",text:c});if(!s)return[r.alike];if(o&&!Ca(o))return vt(r.distribution,{times:i(o.text)});if(e>Hf)return vt(r.treating,
{...n,times:i(Ra(e/(1-e),t/(1-t)))});let a=Ra((1-t)/t,(1-e)/e);return vt(a==="1"?r.missing_one:r.missing,{...n,times:i(a)})}var Hf=.5*(1+1e-9),Ca=({kind:e})=>e===
"value"||e==="LogOddsUniform";function Ra(e,t){let[n,o]=[e,t].map(s=>L(s,w.digits.ratio));return e===t?n:d(w.verdict.range,{low:n,high:o})}function Uf({prevalence:e,
cost:t,shift:n}){let{command:o,command_observed:s,command_shift:r}=w.verdict,i=o+(n===1||n===null?"":d(r,{shift:L(n,6)})),a=(c,l)=>[...new Set(c.map(l))].join("\
..");return d(e===null?s:i,{prevalence:e&&a(e,c=>dt(c).replace(" ","")),cost:a(t,Ce)})}function Gf(e,t,n){let o=(i,a)=>{let c=(e.error?.[a]??0)+(t.error?.[a]??0);
return c>.5?null:Vf(i,e[a]-t[a],c,n)},[s,r]=[o("found","truePositives"),o("treated","falsePositives")];return s&&r&&{found:s,treated:r}}function Vf(e,t,n,o){let s=Math.
abs(t)<w.constants.whole_counts_from&&n<=.05,r=mt(Math.abs(t),s?1:0),i=Number(r)===0?"same":t>0?"more":"fewer";return d(w.verdict[`${e}_${i}`],{...o,count:r})}var rr=[.9999999999998099,676.5203681218851,-1259.1392167224028,771.3234287776531,-176.6150291621406,12.507343278686905,-.13857109526572012,9984369578019572e-21,
15056327351493116e-23];function ar(e){let t=e+6.5,n=rr[0];for(let o=1;o<rr.length;o++)n+=rr[o]/(e+o-1);return .5*Math.log(2*Math.PI)+(e-.5)*Math.log(t)-t+Math.log(
n)}function Kf(e,t){return t!==.5||e<30?ar(e+t)-ar(e):.5*Math.log(e)-1/(8*e)+1/(192*e**3)-1/(640*e**5)+17/(14336*e**7)}function Pa(e,t,n){let s=1,r=1-(e+t)*n/(e+
1);r=1/(Math.abs(r)<1e-300?1e-300:r);let i=r;for(let a=1;a<=1e4;a++){for(let c of[a*(t-a)*n/((e+2*a-1)*(e+2*a)),-(e+a)*(e+t+a)*n/((e+2*a)*(e+2*a+1))])r=1+c*r,r=
1/(Math.abs(r)<1e-300?1e-300:r),s=1+c/s,s=Math.abs(s)<1e-300?1e-300:s,i*=s*r;if(Math.abs(s*r-1)<1e-15)break}return i}function Zf(e,t,n,o){if(n<=0)return 0;if(o<=
0)return 1;let s=Math.exp(Kf(e,t)-ar(t)+e*Math.log1p(-o)+t*Math.log(o));return n<(e+1)/(e+t+2)?s*Pa(e,t,n)/e:1-s*Pa(t,e,o)/t}var Yf=1e5;function Ao(e){let t=e*e/
2;if(t<1.5){let o=e/Math.sqrt(2*Math.PI),s=o;for(let r=1;Math.abs(o)>1e-18*Math.abs(s);r++)o*=-t/r,s+=o/(2*r+1);return .5-s}let n=0;for(let o=400;o>=1;o--)n=o/(e+
n);return Math.exp(-t)/Math.sqrt(2*Math.PI)/(e+n)}function cr(e,t){if(t>Yf)return Ao(e*(1-1/(4*t))/Math.sqrt(1+e*e/(2*t)));let n=e*e/(t+e*e);return .5*Zf(t/2,.5,
1-n,n)}function Gn(e,t){let n=cr(Math.abs(e),t);return e>0?1-n:n}function ue(e,t){let n=(1-t)/2;return e<La?lr(e,n):(ir.has(n)||ir.set(n,Jf(n)),Xf(ir.get(n),1/e))}
function Fa(e,t){return lr(e,(1-t)/2)}function lr(e,t){let n=2;for(;cr(n,e)>t;)n*=2;let o=Math.log(t);return vn(s=>o-Math.log(cr(s,e)),n===2?0:n/2,n,1e-14*n)}var La=4,
Eo=24,ir=new Map;function Jf(e){let t=Array.from({length:Eo},(n,o)=>(1-Math.cos(Math.PI*(o+.5)/Eo))/(2*La));return{nodes:t,values:t.map(n=>lr(1/n,e))}}function Xf({
nodes:e,values:t},n){let o=0,s=0;for(let r=0;r<Eo;r++){let i=n-e[r];if(i===0)return t[r];let a=(r%2?-1:1)*Math.sin(Math.PI*(r+.5)/Eo)/i;o+=a*t[r],s+=a}return o/
s}var{shares:Qf,effects:tp}=w.page.shift,[ep,np]=[.001,.25],op=1.959963984540054,sp=1e9;function Wa({gamma:e,standard_error:t,degrees_of_freedom:n},{shift:o,prevalence:s}){
return t===0||s===null||(o??e)!==e?0:(t*(ue(n??sp,.95)/op))**2}function Da({gamma:e,standard_error:t},n){let o=Math.min(Math.max(t,ep),np),[s,r]=[Math.max(0,e-o),
Math.min(1,e+o)];return(n(r)-n(s))/(r-s)}function ja(e,t){return["gamma","standard_error","degrees_of_freedom"].every(n=>e[n]===t[n])}var Ba=e=>e===0?"none":e===
1?"all":"some";function So(e){return d(Qf[Ba(e)],{percent:L(100*e,3)})}function qa(e){return tp[e===null?"some":Ba(e)]}function za(e,t,n,o){if(n.prevalence===null)
return null;let s=e.map(r=>(n.shift??r.gamma)===r.gamma?Pe(r.gamma,r.standard_error):Pe(n.shift));return s.every(r=>r===Pe(1))?null:new Set(s).size===1?s[0]:o(t.
map((r,i)=>d(w.shift.opening_one,{model:r,shift:s[i]})))}var{constants:Kn,verdict:V}=w,{shift:Ha}=w.page,ur=Kn.prevalences_compared;function Ua(e){let{best:t,runnerUp:n,model:o,rivals:s,coarse:r}=e.judgement,i={...e.judgement,
difference:Vn(e,t,n),added:Vn(e,o,$),possible:e.possible,nonInferior:e.margin===null||t===$||r?[]:s.filter(a=>ip(Vn(e,t,a),e.margin)),outside:ap(e),flips:r?[]:yp(
t,e)};return i.withinError=!r&&rp(i),{...i,...cp(i,e)}}function Vn({compare:e,together:t},n,o){let{value:s,low:r,high:i,error:a=0}=t(n,o);return{value:s,low:r,high:i,
error:a,coarse:e(n,o).coarse??!1}}function rp({decided:e,difference:t,added:n,betterThanWithout:o}){let s=({low:r,error:i})=>r>Kn.a_tie&&r-i<=Kn.a_tie;return o.
length===0?s(n):!e&&s(t)}var ip=({high:e,error:t},n)=>e+t<n;function ap({state:e,observed:t}){return e.prevalence!==null&&(e.prevalence[1]<t.low||e.prevalence[0]>
t.high)}function cp(e,t){let n=hr(e,t);if(e.coarse)return{sentence:n,text:sr(n)};let o=e.betterThanWithout.length===0?dp:e.decided?pp:mp,s=[sr(n),...o(e,t),...wp(
e,t),...bp(e,t)];return e.withinError&&s.push(V.within_error),t.adjusts&&s.push(d(V.together,{count:t.count})),{sentence:n,text:[...s,..._p(e,t)].join(" ")}}function hr(e,t){
return(e.coarse?fp:e.betterThanWithout.length===0?hp:e.decided?lp:up)(e,t)}var fr=({best:e,runnerUp:t})=>e===$?t:e,Zn=e=>({control:"best",text:e}),pr=e=>({control:"\
other",text:e});function lp({best:e,runnerUp:t},n){let{where:o}=n.phrases,s=No(n,e,t);return t===$?vt(V.use_alone,{best:Zn(e),where:o,...s,...Ka(n)}):vt(V.use,{
best:Zn(e),where:o,other:pr(t),...s})}function up({best:e,tied:t},n){let{where:o}=n.phrases,s=Ga(t,n).map((i,a)=>d(a===0?V.difference:V.further_difference,{one:e,
other:i,...No(n,e,i)})),r=t.map((i,a)=>a===0?Zn(i):a===1?pr(i):i);return vt(V.too_close,{models:xp(r),where:o,differences:Tt(s)})}function hp(e,t){let n=fr(e),o=t.
names.length>1?V.no_model:V.not_the_model,s=No(t,n,$);return vt(o,{where:t.phrases.where,model:Zn(n),...s})}function fp(e,{phrases:{where:t,command:n},least:o,state:s}){
if(e.worldless.length>0){let a=s.shift===null?Ha.shares.by_model:So(s.shift);return vt(Ha.no_world_sentence,{where:t,models:Tt(e.worldless),shift:a})}let r=fr(e),
i=e.betterThanWithout.length===0?$:e.runnerUp;return vt(V.coarse,{where:t,command:n,least:String(o),one:Zn(r),other:i===$?V.without:pr(i)})}function pp({best:e,
runnerUp:t},n){return[...t===$?[]:Va(V.over_default,e,n),...gp(e,t,n)]}function mp({best:e,tied:t,betterThanWithout:n},o){let s=[...Za(e,Ga(t,o),o),V.what_else];
n.includes(e)&&s.push(...Va(V.best_over_default,e,o));let r=t.filter(i=>!n.includes(i));if(r.length>0){let i=r.length===1?V.not_shown_better:V.none_shown_better;
s.push(d(i,{models:Tt(r)}))}return s}function dp(e,t){return[...Za(fr(e),[$],t),...vp(t)]}function Ga([e,...t],n){return t.slice(0,Kn.ties_told_one_by_one).filter(
s=>!n.compare(e,s).coarse)}function Va(e,t,n){return n.compare(t,$).coarse?[]:[d(e,{best:t,...No(n,t,$),...Ka(n)})]}var Ka=({possible:e,phrases:t})=>({possible:t.
possible(e)});function gp(e,t,{doneBy:n,phrases:o}){let s=t===$?V.without:t,r=o.tellsCounts&&o.exchange(s,n(e),n(t));return r?[r]:[]}function vp({range:e,costs:t,
phrases:n}){if(t[0]!==t[1])return[];let o=t[0],s=e[0]>=o?"all":e[1]<o?"none":"both";return[d(V[`without_is_${s}`],{threshold:n.percent(o)})]}function Za(e,t,n){
let{margin:o}=n,s=({low:i,error:a})=>i-a>0,r=t.filter(i=>s(Vn(n,e,i)));return o===null||r.length===0?[]:[d(V.below_margin,{best:e,others:Tt(r),margin:Ya(o)})]}function wp({
best:e,nonInferior:t},{margin:n}){if(t.length===0)return[];let o=t.length===1?V.non_inferior:V.all_non_inferior;return[d(o,{models:Tt(t),best:e,margin:Ya(n)})]}
function bp({best:e,flips:t},{phrases:{percent:n}}){let o=t.filter(({beyondChance:s})=>s).map(({ahead:s,low:r,high:i})=>d(V.flip,{ahead:s,low:n(r),high:n(i)}));
return o.length>0?[d(V.flips,{best:e,flips:Tt(o)})]:[]}function _p(e,{observed:t,shifts:n,phrases:{percent:o}}){if(!e.outside)return[];let{everyone:s,groups:r}=t,
{outside:i,outside_groups:a}=n===null?V:w.shift;if(r.length===0)return[d(i,{observed:o(s),shifts:n})];let[c,l]=[Math.min(...r),Math.max(...r)].map(o);return[d(a,
{observed:o(s),low:c,high:l,shifts:n})]}function No(e,t,n){return e.phrases.ends(Vn(e,t,n),e.level)}var Ya=e=>L(1e3*e,6);function Tt(e){return e.length<2?e.join(
""):[e.slice(0,-1).join(V.comma),e.at(-1)].join(V.and)}function xp(e){return e.flatMap((t,n)=>[...n===0?[]:[n===e.length-1?V.and:V.comma],t])}function yp(e,{names:t,
state:n,level:o,margin:s,valueAt:r,lead:i}){let a=n.prevalence,c=!W(n.units).usesCost||n.cost[0]===n.cost[1];if(a===null||a[0]===a[1]||!t.includes(e)||t.length<
2||!c)return[];let[l,u]=a.map(M),h=v=>y(N(l+(u-l)*v/(ur-1)),a[0],a[1]),f=[];for(let v=0;v<ur;v++)f.push(kp(t,e,_=>r(_,h(v))));let p=f.map((v,_)=>_).filter(v=>v===
0||f[v]!==f[v-1]),m=p.map((v,_)=>({ahead:f[v],ends:[h(v),h((p[_+1]??ur)-1)]})).filter(({ahead:v})=>v!==e),g=1-(1-o)/Math.max(t.length-1,m.length,1);return m.map(
({ahead:v,ends:_})=>{let x=i(v,e,_),k=x.at(g).low-(x.error??0)>0&&x.value>=(s??0),S=_[0]<_[1]&&k;return{ahead:v,low:_[0],high:_[1],confidence:x.confidence(),beyondChance:S}})}
function kp(e,t,n){let o=e.map(n),s=Math.max(...o);return n(t)>=s-Kn.a_tie?t:e[o.indexOf(s)]}var{constants:Le,before:et,digits:Mp}=w,Ja=1.1;function ec(e){if(e.verdict.coarse)return Xa(e);let t=Xa(e);for(let n of[Op,Ep,Sp,Qa,Np,tc,$p,Ap])t.some(({kind:s})=>s.
startsWith("recalibration"))&&(n===Qa||n===tc)||t.push(...n(e));return t.slice(0,Le.lines_before)}var he=(e,t,n=[],o=[])=>({kind:e,text:t,models:n,action:o[0]??
null,actions:o}),$o=({best:e,runnerUp:t})=>e===$?t:e,Yn=({models:e},t)=>e.find(n=>n.name===t),nc=({state:e},t)=>(e.recalibrated??[]).includes(t),oc=({state:e},t)=>e.
sources?.[t];function Xa(e){let{recalibrated:t=[],sources:n={}}=e.state,o=(s,r)=>[{text:d(et.undo,{model:s}),change:r}];return[...t.map(s=>{let r=t.filter(a=>a!==
s),i=d(et.is_recalibrated,{model:s});return he("is_recalibrated",i,[s],o(s,{recalibrated:r}))}),...Object.entries(n).map(([s,r])=>{let{[s]:i,...a}=n,c=d(et.is_calibrated_to,
{model:s,prevalence:dt(r)});return he("is_calibrated_to",c,[s],o(s,{sources:a}))})]}function mr(e,t){if(nc(t,e)||oc(t,e)!==void 0)return[];let{recalibrated:n=[],
sources:o={}}=t.state,r=[{text:d(et.recalibrate,{model:e}),change:{recalibrated:[...n,e]}}],i=Yn(t,e).observedExpected;if(sc(i)){let{impliedSource:a}=Yn(t,e);if(a){
let c=d(et.take_as_calibrated_to,{model:e,prevalence:dt(a)});r.push({text:c,change:{sources:{...o,[e]:a}}})}}return r}function Op(e){let t=$o(e.verdict),n=e.models.
filter(({recalibratedAdded:u})=>u),o=n.find(({name:u})=>u===t);if(!o)return[];let s=n.reduce((u,h)=>h.recalibratedAdded.value>u.recalibratedAdded.value?h:u),[r,
i]=[s.recalibratedAdded,o.recalibratedAdded],a=Math.max(e.state.margin?e.state.margin/1e3:0,Le.a_tie);if(s===o||r.value-i.value<=a||!Tp(s.name,t,r,i,e))return[];
let c=d(et.turns,{model:s.name,value:te(r,e.scale)[0],best:t,other_value:te(i,e.scale)[0]}),l=[...dr(s,e),c].join(" ");return[he("recalibration_turns",l,[s.name,
t],mr(s.name,e))]}function Tp(e,t,n,o,{recalibratedLead:s}){let r=s?.(e,t);if(r)return!r.coarse&&r.low-(r.error??0)>0;let i=Math.hypot(n.value-n.low,o.high-o.value);
return n.value-o.value-i-(n.error??0)-(o.error??0)>0}function Qa(e){let t=Yn(e,$o(e.verdict)),{added:n,recalibratedAdded:o,lossCorrected:s}=t??{};if(!o||!n||n.coarse||
o.coarse||!(s?.low-(s?.error??0)>0))return[];let r=e.state.margin?e.state.margin/1e3:0,i=Math.max(Le.worth_recalibrating*Math.max(n.value,0),r,Le.a_tie);if(o.value-
n.value<=i)return[];let a=d(et.gains,{model:t.name,value:te(o,e.scale)[0],now:te(n,e.scale)[0]}),c=[...dr(t,e),a].join(" ");return[he("recalibration",c,[t.name],
mr(t.name,e))]}function tc(e){let t=Yn(e,$o(e.verdict)),[n]=t?dr(t,e):[];return n?[he("calibration",`${n} ${et.advice}`,[t.name],mr(t.name,e))]:[]}function sc(e){
return!!e&&(e.low>Ja||e.high<1/Ja)}function dr({name:e,observedExpected:t},n){if(!sc(t)||nc(n,e)||oc(n,e)!==void 0)return[];let o=Math.max(t.value,1/t.value);return[
d(o>=Le.told_in_times?et.off_times:et.off,{model:e,times:L(o,2),how:t.value<1?et.high:et.low,ratio:mt(t.value,Mp.slope)})]}function Ep({verdict:{best:e},models:t,
groups:n}){if(e===$)return[];let o=new Set,s=n.flatMap(c=>{let l=t.map(({name:f})=>f).filter(f=>f!==e&&rc(c,f,e));if(l.length===0)return[];let u=f=>c.together(f,
e).low,h=l.reduce((f,p)=>u(p)>u(f)?p:f);return o.add(h),[d(et.group_lead,{group:c.name,model:h,best:e})]});if(s.length===0)return[];let r=Le.groups_told,i=s.length>
r?[d(et.more_groups,{number:s.length-r})]:[],a=d(et.groups_disagree,{leads:Tt([...s.slice(0,r),...i])});return[he("groups",a,[...o,e])]}function Ap({verdict:{best:e,
decided:t},models:n,groups:o}){let s=n.map(({name:c})=>c).filter(c=>c!==e);if(e===$||!t||o.length<2||s.length===0)return[];if(!o.every(c=>s.every(l=>rc(c,e,l))))
return[];let[r,...i]=o.map(({name:c})=>c),a=o.length>Le.groups_told?d(et.groups_agree_all,{best:e,count:o.length}):d(et.groups_agree,{best:e,groups:Tt([r,...i.map(
c=>et.in_group+c)])});return[he("groups_agree",a,[e])]}function rc(e,t,n){let{low:o,error:s=0,coarse:r=!1}=e.together(t,n);return!r&&o-s>Le.a_tie}function Sp({verdict:e,
prevalence:t,shifts:n}){if(!e.outside)return[];let o=n===null?et.outside:w.shift.before_outside;return[he("outside",d(o,{observed:j(t),shifts:n}))]}function Np({
clusters:e}){if(!e)return[];let{column:t,share:n}=e;return[he("clusters",d(et.clusters,{column:t,share:j(n)}))]}function $p(e){let{verdict:t,state:n}=e,o=n.prevalence,
s=Yn(e,$o(t));if(!s||o===null||o[0]===o[1]||t.betterThanWithout.length===0)return[];let r=c=>j(s.cutoff.at(c)),i=n.study?s.cutoff.prevalence:gt(...o),a=d(et.cutoff,
{model:s.name,highest:r(o[0]),middle:r(i),lowest:r(o[1]),low:dt(o[0]),median:j(i),high:dt(o[1])});return[he("cutoff",a,[s.name])]}var{constants:ic}=w,Rp=.005;function ac({names:e,compare:t,isAhead:n,worldless:o=[]}){let s=Ip(e,t),[r,i]=s,a=r===$?i:r,c=e.filter(m=>n(m,$)),l=s.slice(1).filter(
m=>m!==$),u=c.includes(r)?[]:c,h=[r,...l.filter(m=>u.includes(m)||!n(r,m))],f=c.length===0?[a,$]:[r,i],p=o.length>0||!!t(...f).coarse;return{ranked:s,best:r,runnerUp:i,
model:a,rivals:l,tied:h,betterThanWithout:c,coarse:p,worldless:o,decided:!p&&h.length===1&&(r===$||c.includes(r)),noneCanBeBetter:e.every(m=>{let{low:g,high:v,error:_=0}=t(
m,$);return v+(_>Rp*(v-g)?_:0)<=ic.a_tie})}}function Ip(e,t){let n=new Map(e.map(r=>[r,t(r,$).value])),o=[...e].sort((r,i)=>n.get(i)-n.get(r)),s=o.filter(r=>n.get(
r)>ic.a_tie);return[...s,$,...o.slice(s.length)]}function Te({best:e,tied:t,betterThanWithout:n,decided:o,coarse:s,noneCanBeBetter:r}){return s?{kind:"coarse",model:null,
tied:t}:n.length===0?{kind:"none",model:null,tied:t,settled:o||!!r}:o?{kind:"use",model:e,tied:t}:{kind:"close",model:null,tied:t}}var Cp="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",Pp=new Map([...Cp].map((e,t)=>[e,t])),Fp=new Set(["x","y"]);function Ee(e,t=!1){let n=[],
[o,s,r]=[0,1,0];for(let i of e){let a=Pp.get(i);if(o+=(a&31)*s,s*=32,a>=32)continue;let c=o%2===1?-(o-1)/2:o/2;r=t?r+c:c,n.push(r),[o,s]=[0,1]}return n}function cc(e){
return gr.has(e)||gr.set(e,Lp(e)),gr.get(e)}function Lp({unit:e=1,...t}){let n=Object.entries(t).map(([o,s])=>{let r=typeof s=="string"?Ee(s,Fp.has(o)):s;return[
o,e>1&&Wp.has(o)?r.map(i=>i*e):r]});return Object.fromEntries(n)}var Wp=new Set(["x","s","y","t"]),gr=new WeakMap;var Dp=[["x",1e4],["s",1e4],["y",1e4],["t",1e4],["r",100],["n",1],["w",1],["q",1]],uc=cc,ht=Math.sqrt(3),jp=201,_n=class e{constructor(t){this.length=t.reduce((n,o)=>n+
o.n.length,0);for(let[n,o]of Dp)this[n]=this.#t(t,n,o);this.weight=vr(this.w),this.squares=vr(this.q),this.patients=vr(this.n),this.size=this.squares>0?this.weight**
2/this.squares:0,this.sample=qp(this.n,this.patients),this.nodes=Ro(this.x,this.s),this.otherNodes=this.y&&Ro(this.y,this.t),this.raw=this}#t(t,n,o){let s=a=>a[n]??
(n==="w"||n==="q"?a.n:null);if(t.some(a=>s(a)===null))return null;let r=new Float64Array(this.length),i=0;for(let a of t)r.set(s(a),i),i+=s(a).length;if(o>1)for(let a=0;a<
r.length;a++)r[a]/=o;return r}recalibrated([t,n=null]){if(t===null&&n===null)return this;let[o,s]=lc(this.x,this.s,t),[r,i]=this.y?lc(this.y,this.t,n):[null,null],
a=Ro(o,s),c=r&&Ro(r,i),l={x:this.x,s:this.s,y:this.y,t:this.t},u=Object.assign(Object.create(e.prototype),this,{x:o,s,y:r,t:i,nodes:a,otherNodes:c,raw:l});return u.
knownScale=void 0,u}get scale(){return this.knownScale??=zp(this),this.knownScale}reached(t){let n=0;for(let o=0;o<this.length;o++)n+=this.w[o]*Ke(this.x[o],this.
s[o],t);return n/this.weight}};function lc(e,t,n){if(n===null)return[e,t];let{intercept:o,slope:s}=n;return[e.map(i=>Math.abs(i)>=ee?i:o+s*i),t.map(i=>s*i)]}function hc(e){
let t=new Map;for(let o of e)for(let s=0;s<o.n.length;s++){let r=o.s[s]===0?`=${o.x[s]}`:Math.floor(o.x[s]/Bp),[i,a]=[o.w?.[s]??o.n[s],o.q?.[s]??o.n[s]],c=t.get(
r)??[0,0,0,0,0],l=[o.n[s],i,a,i*o.x[s],i*(o.x[s]**2+o.s[s]**2)];t.set(r,c.map((u,h)=>u+l[h]))}let n={x:[],s:[],n:[],w:[],q:[]};for(let[o,s,r,i,a]of t.values()){
let c=i/s,l=a/s-c*c,u={x:c,s:l>1e-12*(1+c*c)?Math.sqrt(l):0,n:o,w:s,q:r};for(let h of Object.keys(n))n[h].push(u[h])}return[n]}var Bp=625;function Ke(e,t,n){if(t===
0)return e>=n-1e-9?1:0;let o=ht*t;return y((e+o-n)/(2*o),0,1)}function Ro(e,t){return[e.map((n,o)=>n+t[o]),e.map((n,o)=>n-t[o])]}function vr(e){let t=0;if(e!==null)
for(let n of e)t+=n;return t}function qp(e,t){let n=new Int32Array(Math.min(jp,Math.max(1,Math.round(t)))),o=0,s=e.length?e[0]:0;for(let r=0;r<n.length;r++){let i=(r+
.5)/n.length*t;for(;s<i&&o<e.length-1;)s+=e[++o];n[r]=o}return n}function zp(e){let t=[...e.x.keys()].filter(c=>Math.abs(e.x[c])<ee).sort((c,l)=>e.x[c]-e.x[l]),
n=0,o=0;for(let c of t)n+=e.n[c],o+=e.n[c]*e.x[c];o/=n;let s=0;for(let c of t)s+=e.n[c]*((e.x[c]-o)**2+e.s[c]**2);let r=c=>{let l=0;for(let u of t){if(l+e.n[u]>
c)return e.x[u]+2*ht*e.s[u]*((c+.5-l)/e.n[u]-.5);l+=e.n[u]}return e.x[t.at(-1)]},i=c=>{let l=c*(n-1),[u,h]=[r(Math.floor(l)),r(Math.floor(l)+1)];return u+(l-Math.
floor(l))*(h-u)},a=(i(.75)-i(.25))/1.34;return Math.min(Math.sqrt(s/n),a>0?a:1/0)}var ee=40;var Io=class{constructor({from:t,unit:n,cases:o,others:s,...r},i=null){let{case_squares:a,other_squares:c}=r,l=(typeof t=="string"?Ee(t,!0):t).map(v=>v/1e4),[u,
h]=[o,s].map(v=>Ee(v).map(_=>_*n)),f=l.length,p=new Float64Array(f),m=(v,_)=>new _n([{x:p,s:p,n:v,w:v,q:_??v}]);this.from=Float64Array.from(l,v=>i&&v>-ee?i.intercept+
i.slope*v:v),this.sides=[m(u,a),m(h,c)];let g=Math.log(this.sides[0].weight/this.sides[1].weight);this.evidence=Float64Array.from(u,(v,_)=>y(Math.log(v/h[_])-g,
-ee,ee))}shareFrom(t,n){return this.sums??=this.sides.map(o=>{let s=new Float64Array(o.length+1);for(let r=o.length-1;r>=0;r--)s[r]=s[r+1]+o.w[r]/o.weight;return s}),
this.sums[t][n]}placeOf(t,n){let{w:o}=this.sides[n],s=n===0?1:-1,r=this.#t(t),i=r;for(;r>=0&&r<o.length&&o[r]===0;)r+=s;if(r>=0&&r<o.length)return r;for(r=i;r>=
0&&r<o.length&&o[r]===0;)r-=s;return y(r,0,o.length-1)}#t(t){let n=0,o=this.from.length-1;for(;n<o;){let s=n+o+1>>1;this.from[s]<=t+1e-9?n=s:o=s-1}return n}};var Co=class{constructor(t){Object.assign(this,t.clusters),this.slices=t.slices,this.gaps=t.gaps,this.index=new Map(this.cells.map(([n,o,s,r],i)=>[`${n}|${o}|${s}\
|${r}`,i])),this.places=new Map,this.packed=Float64Array.from(this.cells.flatMap((n,o)=>this.directions.map(s=>s[o])))}between(t){let n=t.map(r=>r.sample.slice),
o=t.map(r=>this.#o(r)),s=0;for(let r=0;r<this.values.length;r++){let i=o[0][r]-(o[1]?.[r]??0);s+=this.values[r]*i*i}if(this.with_own)for(let r of t)s-=this.#e(r);
return{...this.about(n),excess:s}}about(t){let{degrees:n,factor:o,prevalence_factor:s}=t.length===1?this.slices[t[0]].clustering:this.#t(t);return{degrees:n,factor:o,
prevalenceFactor:s}}#t(t){return this.gaps.find(n=>n.slices.every((o,s)=>o===t[s])).clustering}#e(t){let n=this.#s(t);if(n===null)return this.#n(t);let o=0;for(let s of[
0,1]){let{squares:r}=this.#l(t.sample,s);for(let i=0;i<r.length;i++)o+=r[i]*n[s][i]**2}return o}#n({sample:t,clusterParts:[n,o]}){let s=this.#e(n)+this.#e(o),r=[
n,o].map(i=>this.#s(i));for(let i of[0,1]){let a=t.sides[i],c=[n,o].map((l,u)=>this.#p(t,l.sample,i,u));for(let l=0;l<a.length;l++){let u=Gp([c[0][l],c[1][l]],[
r[0][i],r[1][i]],a.r[l]);s-=2*a.q[l]*u}}return s}#o(t){return t.knownAlong??=t.clusterParts?this.#r(t.clusterParts):this.#i(t),t.knownAlong}#r([t,n]){let o=this.#o(
n);return this.#o(t).map((s,r)=>s-o[r])}#i(t){let n=this.values.length,o=new Float64Array(n),s=this.#s(t);for(let r of[0,1]){let{used:i}=this.#l(t.sample,r);for(let a=0;a<
i.length;a++)for(let c=0;c<n;c++)o[c]+=s[r][a]*this.packed[i[a]*n+c]}return o}#s(t){return t.knownMeans??=t.clusterParts?this.#u(t):[0,1].map(n=>this.#a(t,n)),t.
knownMeans}#u({sample:t,clusterParts:[n,o]}){if(t.models.length>1)return null;let s=this.#s(o);return this.#s(n).map((r,i)=>r.map((a,c)=>a-s[i][c]))}#a(t,n){let{
places:o,weights:s}=this.#l(t.sample,n),r=Hp(t,n,o,s.length);for(let i=0;i<r.length;i++)r[i]/=s[i];return r}#l(t,n){let o=`${t.key}|${n}`;return this.places.has(
o)||this.places.set(o,this.#c(t,n)),this.places.get(o)}#c(t,n){let o=t.sides[n],s=this.#h(t,t.models[0],n,o.raw.x),r=new Map,[i,a]=[[],[]],c=new Int32Array(o.length).
fill(-1);return s.forEach((l,u)=>{if(l<0)return;r.has(l)||r.set(l,r.size);let h=r.get(l);c[u]=h,i[h]=(i[h]??0)+o.w[u],a[h]=(a[h]??0)+o.q[u]}),{places:c,numbers:r,
used:Int32Array.from(r.keys()),weights:Float64Array.from(i),squares:a}}#p(t,n,o,s){let r=`${t.key}|${n.key}|${o}`;if(!this.places.has(r)){let i=t.sides[o],[a,c]=s===
0?[i.raw.x,i.raw.s]:[i.raw.y,i.raw.t],{numbers:l}=this.#l(n,o),[u]=n.models,h=t.groupOfBin(o),f=(p,m)=>l.get(this.index.get(`${p}|${u}|${o}|${m}`))??-1;this.places.
set(r,h.map((p,m)=>Up(this.edges[u][o],a[m],c[m]).map(({cell:g,until:v})=>({cell:f(p,g),until:v}))))}return this.places.get(r)}#h(t,n,o,s){return Int32Array.from(
t.groupOfBin(o),(r,i)=>{let a=fc(this.edges[n][o],s[i]);return this.index.get(`${r}|${n}|${o}|${a}`)??-1})}};function fc(e,t){let n=0;for(;n<e.length&&e[n]<=t;)
n++;return n}function Hp(e,t,n,o){let s=e.sample.sides[t],r=e.contribution(t),i=new Float64Array(o);for(let a=0;a<n.length;a++)n[a]>=0&&(i[n[a]]+=s.w[a]*r(a));return i}
function Up(e,t,n){let o=ht*n,s=[];for(let r=fc(e,t-o);;r++){let i=e[r]??1/0;if(o===0||i>=t+o)return[...s,{cell:r,until:1}];s.push({cell:r,until:(i-t+o)/(2*o)})}}
function Gp(e,t,n){let o=({cell:u},h)=>u<0?0:t[h][u],s=e.map((u,h)=>{let[f,p]=[0,0];for(let m of u)f+=(m.until-p)*o(m,h),p=m.until;return f}),[r,i,a,c]=[0,0,0,0];
for(;i<1;){let[u,h]=[e[0][a],e[1][c]],f=Math.min(u.until,h.until);r+=(f-i)*o(u,0)*o(h,1),i=f,u.until<=f&&a++,h.until<=f&&c++}let l=Math.max(n,0);return l*r+(1-l)*
s[0]*s[1]}var Po=class{constructor({step:t,coarse:n,band:o,start:s,units:r,mean:i,spread:a,coherence:c,correlation:l},u=1){Object.assign(this,{step:t,coarse:n,start:s}),this.
mean=Ee(i,!0).map(f=>f*r[0]*u),this.spread=Ee(a,!0).map(f=>f*r[1]*u),this.coherence=Ee(c).map(f=>f/100);let h=Ee(l).map(f=>f/15);this.correlation=this.coherence.
map((f,p)=>[...new Array(Math.max(0,p-o)).fill(0),...h.splice(0,Math.min(p,o))])}at(t){let n=new Float64Array(this.correlation.length),o=new Float64Array(this.correlation.
length),s=0,r=this.#t(t,this.start);for(let i=0;i<this.mean.length;i++){let a=this.#t(t,this.start+(i+1)*this.step),c=(a-r)*(1+Math.exp(this.start+(i+.5)*this.step));
s+=c*this.mean[i],n[Math.floor(i/this.coarse)]+=c*this.spread[i],o[Math.floor(i/this.coarse)]+=(c*this.spread[i])**2,r=a}return{mean:s,variance:Math.max(this.#e(
n,o),0)}}#t(t,n){return t.step!==null?n>t.step?t.positiveTotal:0:t.positive(n)}#e(t,n){let o=this.coarse,s=0;for(let r=0;r<t.length;r++){if(n[r]===0)continue;let i=y(
(this.coherence[r]**2-1/o)/(1-1/o),0,1);s+=(1-i)*n[r]+i*t[r]**2;let a=this.correlation[r];for(let c=0;c<r;c++)s+=2*t[r]*this.coherence[r]*t[c]*this.coherence[c]*
a[c]}return s}};var Dt={low:-24,high:24,perUnit:64},Fo=class{constructor(t){this.reached=t.map(Kp),this.heaps=t.map(Vp),this.values=[...new Set(this.heaps.flatMap(({values:n})=>[
...n]))].sort((n,o)=>n-o)}above(t,n){let o=(y(n,Dt.low,Dt.high)-Dt.low)*Dt.perUnit,s=Math.min(Math.floor(o),this.reached[t].length-2),r=this.reached[t];return r[s]+
(o-s)*(r[s+1]-r[s])+this.#t(this.heaps[t],n)}#t({values:t,above:n},o){let s=0,r=t.length;for(;s<r;){let i=s+r>>1;t[i]>=o-1e-9?r=i:s=i+1}return n[s]}};function Vp(e){
let t=[...e.s.keys()].filter(o=>e.s[o]===0).sort((o,s)=>e.x[o]-e.x[s]),n=new Float64Array(t.length+1);for(let o=t.length-1;o>=0;o--)n[o]=n[o+1]+e.w[t[o]]/e.weight;
return{values:Float64Array.from(t,o=>e.x[o]),above:n}}function Kp(e){let t=(Dt.high-Dt.low)*Dt.perUnit+1,n=new Float64Array(t+1);for(let r=0;r<e.length;r++){if(e.
s[r]===0)continue;let i=ht*e.s[r],a=y(Math.ceil((e.x[r]-i-Dt.low)*Dt.perUnit),0,t),c=y(Math.floor((e.x[r]+i-Dt.low)*Dt.perUnit),-1,t-1);n[0]+=e.w[r],n[a]-=e.w[r];
for(let l=a;l<=c;l++){let u=e.w[r]*Ke(e.x[r],e.s[r],Dt.low+l/Dt.perUnit);n[l]+=u,n[l+1]-=u}}let o=0,s=new Float64Array(t);for(let r=0;r<t;r++)o+=n[r],s[r]=y(o/e.
weight,0,1);return s}var Lo=.04,Zp=60,Yp=2,pc=Math.log(1e3),Jp=4,wr=new WeakMap;function Jn(e){return wr.has(e)||wr.set(e,Xp(e)),wr.get(e)}function Xp([e,t]){let n=new Int32Array(e.
length+1);for(let r=0;r<e.length;r++)n[r+1]=n[r]+(e[r]>t[r]?Jp:1);let o=new Float64Array(n[e.length]),s=new Float64Array(e.length);for(let r=0;r<e.length;r++){let[
i,a]=[n[r+1]-n[r],(e[r]+t[r])/2];s[r]=ht*(e[r]-t[r])/i;for(let c=0;c<i;c++)o[n[r]+c]=a+(c-(i-1)/2)*s[r]}return{first:n,at:o,wide:s}}var Wo=class{#t=new Map;constructor(t,n){
this.bounds=[M(n)-pc,M(n)+pc],this.ends=Qp(t,this.bounds),this.classes=t.map(s=>new br(s,this.bounds));let o=mc(this.classes.map(s=>s.start()));this.rows={1:[o],
"-1":[o]},this.walks={1:null,"-1":null},this.isDone={1:!1,"-1":!1}}by(t){let n=t<0?-1:1,o=this.rows[n];for(;n*(t-o.at(-1).moved)>0&&this.#e(n););let s=n*(t-o.at(
-1).moved)<=0;return o.length===1?{theta:0,logs:[0,0],apart:o[0].apart,isReached:s}:{...tm(o,n,s?t:o.at(-1).moved),isReached:s}}kept(t){return this.#t.has(t)||(this.#t.
size>500&&this.#t.clear(),this.#t.set(t,this.by(t))),this.#t.get(t)}bounded(t){return y(t,...this.bounds)}#e(t){if(this.isDone[t])return!1;this.walks[t]??=this.
classes.map(i=>i.walk(t*Lo));let n=this.rows[t],o=this.walks[t].map(i=>i()),s=mc(o),r=t*(s.moved-n.at(-1).moved)>1e-9*Lo;return this.isDone[t]=!r||n.length*Lo>Zp||
o.some(({isEmpty:i})=>i),this.isDone[t]||n.push(s),!this.isDone[t]}};function Qp(e,t){let[n,o]=[1/0,-1/0];for(let{x:s,s:r,length:i}of e)for(let a=0;a<i;a++){let c=Math.
abs(s[a])>=ee;n=Math.min(n,c?y(s[a],...t):s[a]-ht*r[a]),o=Math.max(o,c?y(s[a],...t):s[a]+ht*r[a])}return[n,o]}function mc([e,t]){return{logs:[e.log,t.log],means:[
e.mean,t.mean],moved:e.log-t.log,apart:e.mean-t.mean}}var br=class{constructor({nodes:t,w:n,q:o,weight:s,size:r},[i,a]){let{first:c,at:l}=Jn(t);this.z=l.map(u=>y(
u,i,a)),this.share=new Float64Array(l.length),this.square=new Float64Array(l.length);for(let u=0;u<n.length;u++){let h=c[u+1]-c[u];for(let f=c[u];f<c[u+1];f++)this.
share[f]=n[u]/s/h,this.square[f]=o[u]/s**2/h}this.fewest=Math.min(Yp,r/2)}start(){return this.#t(new Float64Array(this.z.length).fill(1))}walk(t){let n=this.z.map(
s=>Math.exp(t*s)),o=new Float64Array(n.length).fill(1);return()=>{for(let s=0;s<o.length;s++)o[s]*=n[s];return this.#t(o)}}#t(t){let[n,o,s]=[0,0,0];for(let r=0;r<
t.length;r++){let i=this.share[r]*t[r];n+=i,o+=i*this.z[r],s+=this.square[r]*t[r]*t[r]}return{log:Math.log(n),mean:o/n,isEmpty:!(n**2/s>=this.fewest)}}};function tm(e,t,n){
let[o,s]=[0,e.length-1];for(;s-o>1;){let h=o+s>>1;t*(e[h].moved-n)<=0?o=h:s=h}let[r,i]=[e[o],e[s]],a=t*Lo,c=y((n-r.moved)/(i.moved-r.moved),0,1),l=dc(r.moved,i.
moved,a*r.apart,a*i.apart);for(let h=0;h<4;h++)c=y(c-(l.at(c)-n)/l.slope(c),0,1);let u=[0,1].map(h=>dc(r.logs[h],i.logs[h],a*r.means[h],a*i.means[h]).at(c));return{
theta:a*(o+c),logs:u,apart:l.slope(c)/a}}function dc(e,t,n,o){let s=t-e,[r,i]=[3*s-2*n-o,n+o-2*s];return{at:a=>e+a*(n+a*(r+a*i)),slope:a=>n+a*(2*r+3*a*i)}}function gc({
sides:e,tilts:t},{theta:n,logs:o}){return e.map((s,r)=>{let{first:i}=Jn(s.nodes),{z:a}=t.classes[r],c=new Float64Array(s.length),l=new Float64Array(s.length);for(let u=0;u<
s.length;u++){let h=i[u+1]-i[u];for(let f=i[u];f<i[u+1];f++){let p=Math.exp(n*a[f]-o[r])/h;c[u]+=p,l[u]+=p*a[f]}}return em(s,c,l)})}function em(e,t,n){let o=e.w.
map((l,u)=>l*t[u]),s=e.q.map((l,u)=>l*t[u]**2),[r,i]=[o,s].map(l=>l.reduce((u,h)=>u+h,0)),a=e.w.reduce((l,u,h)=>l+u*n[h],0)/r,c=l=>{let[u,h]=[0,0];for(let f=0;f<
o.length;f++)u+=o[f]*l[f],h+=e.w[f]*n[f]*l[f];return{mean:u/r,covariance:h/r-a*u/r}};return Object.assign(Object.create(e),{w:o,q:s,weight:r,squares:i,size:r**2/
i,tilts:t,momentsOf:c})}var jo=class e{#t=new Map;constructor(t,n=new Map,o=t.clusters?new Co(t):null){Object.assign(this,{page:t,recalibrated:n,clusters:o})}withRecalibrated(t){return new e(
this.page,t,this.clusters)}of(t,n){let o=`${t}|${n.join("|")}`;return this.#t.has(o)||this.#t.set(o,this.#e(t,n,o)),this.#t.get(o)}#e(t,n,o){let{groups:s,models:r,
prevalence:i}=this.page.slices[t],a=n.length===1?this.page.models[n[0]]:this.#n(n),c=this.page.slices[t].kind==="rest"&&!this.clusters,l=[0,1].map(m=>s.map(g=>uc(
a.lines[g][m]))),u=n.map(m=>this.recalibrated.get(m)??null),h=l.map(m=>new _n(c?hc(m):m).recalibrated(u)),f=m=>s.flatMap((g,v)=>new Array(l[m][v].n.length).fill(
g)),p=u.map(m=>m?`${m.intercept}*${m.slope}`:"").join("|");return new xr({key:`${o}|${p}`,slice:t,models:n,maps:u,sides:h,about:r,everyone:this.page.slices[yr].
models,prevalence:i,clusters:this.clusters,groupOfBin:f})}#n(t){return this.page.pairs.find(n=>n.models[0]===t[0]&&n.models[1]===t[1])}},xr=class{constructor(t){
Object.assign(this,t)}get isExact(){return this.knownExact??=!this.clusters&&this.sides.every(({s:t,t:n})=>[t,n].every(o=>sm(o))),this.knownExact}get scoreRange(){
return this.knownRange??=_r(this.sides,ht),this.knownRange}get narrowestRange(){return this.knownNarrowest??=_r(this.sides,0),this.knownNarrowest}get certainRange(){
return this.knownCertain??=nm(this.sides,this.scoreRange),this.knownCertain}get widestRange(){return this.knownWidest??=_r(this.sides,kr),this.knownWidest}get impliedSource(){
return this.knownSource??=om(this)??NaN,Number.isNaN(this.knownSource)?null:this.knownSource}get tilts(){return this.knownTilts??=new Wo(this.sides,this.prevalence),
this.knownTilts}get shares(){return this.knownShares??=new Fo(this.sides),this.knownShares}get blocks(){return this.knownBlocks??=new Io(this.about[this.models[0]].
pools,this.maps[0]),this.knownBlocks}get blockPlaces(){return this.knownPlaces??=this.sides.map((t,n)=>t.nodes.map(o=>Int32Array.from(o,s=>this.blocks.placeOf(s,
n)))),this.knownPlaces}get optimism(){let[t]=this.models,{optimism:n}=this.about[t];return this.knownOptimism??=new Po("like"in n?this.everyone[t].optimism:n,n.
times),this.knownOptimism}},kr=3.5,vc=1;function nm(e,[t,n]){let[o,s]=[0,0];for(let{x:r,s:i,length:a}of e)for(let c=0;c<a;c++)r[c]-ht*i[c]<=t&&(o=Math.max(o,i[c])),
r[c]+ht*i[c]>=n&&(s=Math.max(s,i[c]));return[o>vc?-1/0:t,s>vc?1/0:n]}function _r(e,t){let[n,o]=[1/0,-1/0];for(let{x:s,s:r,length:i}of e)for(let a=0;a<i;a++)n=Math.
min(n,s[a]-t*r[a]),o=Math.max(o,s[a]+t*r[a]);return[n<=-ee?-1/0:n,o>=ee?1/0:o]}function om({sides:e,prevalence:t}){let n=[t,1-t],o=i=>e.reduce((a,{nodes:c,w:l,weight:u},h)=>{
let f=0;for(let p of c)for(let m=0;m<p.length;m++)f+=l[m]*N(p[m]-i);return a-n[h]*f/(2*u)},t);if(o(-Do)>0||o(Do)<0)return null;let s=vn(o,-Do,Do,1e-6),r=Number(
N(M(t)+s).toPrecision(2));return r>0&&r<1?r:null}var Do=12,sm=e=>e===null||e.every(t=>t===0);function Ze(e,t){return M(Bo(e,t)??t.prevalence)}function Bo(e,t){let{
source:n,source_of_all:o}=e.models[t.models[0]];return o&&t.slice!==yr?e.slices[yr].prevalence:n}var yr=0;var Or=37;function Tr([e,t],n){let[o,s]=[M(e),M(t)];return Array.from({length:n},(r,i)=>N(o+(s-o)*i/(n-1)))}var qo=1.1;function Er(e,t,n){let[o,s]=[Math.min(...e),
Math.max(...e)].map(M),r=[o-qo,s+qo],[i,a]=t.map(M);return i<r[0]&&(r[0]=i-qo/2),a>r[1]&&(r[1]=a+qo/2),[y(N(r[0]),...n),y(N(r[1]),...n)]}function wc(e,t,n,o,s){
let r=Tr(n,Or),i=r.map(a=>e({...t,prevalence:[a,a]}).compare(o,s));return{one:o,other:s,prevalence:r,axis:n,...Ar(i)}}function Ar(e){let t=n=>e.map(o=>o[n]);return{
value:t("value"),low:t("low"),high:t("high"),error:t("error")}}function bc(e,t,n,o){let s=Tr(n,Or),r=s.map(a=>e({...t,prevalence:[a,a]})),i=s.map(a=>e({...t,...o,
prevalence:[a,a]}));return{prevalence:s,axis:n,models:r[0].names.map(({name:a,index:c})=>({name:a,index:c,...Ar(r.map(l=>l.over(l.zero,c))),recalibrated:i.map(l=>l.
over(l.zero,c).value)})),treatAll:r.map(a=>a.treatAll)}}function _c(e,t,n){let o=Tr(n,Or),s=o.map(r=>e({...t,cost:[r,r]}));return{cost:o,axis:n,scale:W(t.units).
scale,models:s[0].names.map(({name:r,index:i})=>({name:r,index:i,...Ar(s.map(a=>a.over(a.zero,i)))})),treatAll:s.map(r=>r.treatAll)}}function xc(e,t,n,o,s){let{
shares:r}=t,i=Array.from({length:241},(m,g)=>20-g/6),a=r.values.length>400?i:[...i,...r.values].sort((m,g)=>g-m),c=Ze(e,t),l=(m,g,v)=>{let _=g-m+c;return{fpr:r.
above(1,_),tpr:r.above(0,_),cutoff:N(_),what:v}},[u,h]=o.prevalence.map(M),f=Oe(o.units,o.cost),p=[l((u+h)/2,(f[0]+f[1])/2,"middle")];return h-u>1e-10&&p.push(l(
u,(f[0]+f[1])/2,"lowest"),l(h,(f[0]+f[1])/2,"highest")),{...n,auc:s,fpr:[0,...a.map(m=>r.above(1,m)),1],tpr:[0,...a.map(m=>r.above(0,m)),1],points:p}}var Mr=28;
function yc({shares:e}){let[t,n]=rm(e),o=Array.from({length:Mr+1},(r,i)=>t+(n-t)*i/Mr),s=r=>{let i=o.map((a,c)=>c===0?1:c===Mr?0:e.above(r,a));return i.slice(1).
map((a,c)=>Math.max(i[c]-a,0))};return{edges:o,cases:s(0),nonCases:s(1)}}function rm(e){let t=s=>{let r=-12;for(;r<12&&!s(r);)r+=.125;return r},n=t(s=>Math.min(
e.above(0,s),e.above(1,s))<=.995),o=t(s=>Math.max(e.above(0,s),e.above(1,s))<=.005);return[n-.125,Math.max(o,n+1)]}function kc(e,t,n){return Oc(e,t,n).reach}function Mc(e){let[t,n,o]=[0,0,0];return e.spreads().forEach(({size:s,within:r,between:i},a)=>{let c=r*s*s,{reach:l,other:u,
few:h}=Oc(e,a,c);t+=(c+l**2/2)/(s*(s+.5))+i,n+=(c+u**2/2)/(s*(s+.5))+i,h&&(o+=u**2/2/(s*(s+.5)))}),t>0?Math.abs(Math.sqrt(n/t)-1)+o/n:0}function Oc(e,t,n){return e.
guards??=[],e.guards[t]??=im(e,t,n)}function im(e,t,n){let o=e.reach[t];if(!(o>0))return{reach:0,other:0,few:!1};if(o**2<.002*n)return{reach:o/4,other:o/4,few:!1};
let s=e.sample.sides[t],{differ:r,surely:i,farthest:a}=am(e.classes[t],s,o),c=Math.min(10,s.size/8),l=Math.max(a,o/4),[u,h]=[r,i].map(f=>f<c?o:l);return{reach:u,
other:h,few:r>0&&i<c}}function am({gain:e,half:t,variance:n},o,s){let r=cm(e,o.sample),i=0,a=0,c=0;for(let l=0;l<o.length;l++){let u=n?Math.sqrt(n[l]):Math.abs(
t[l]),h=Math.abs(e[l]-r),f=h+(o.n[l]>1?1.3*u:0),p=o.w[l]*o.w[l]/o.q[l];f>1e-9*s&&(i+=p),h>2*u+1e-9*s&&(a+=p),f>c&&(c=f)}return{differ:i,surely:a,farthest:c}}function cm(e,t){
let n=new Float64Array(t.length);for(let s=0;s<n.length;s++)n[s]=e[t[s]];n.sort();let o=n.length>>1;return n.length%2?n[o]:(n[o-1]+n[o])/2}var Ac=2.25,lm=3.5,Sc=.6,um=.05,hm=.2,fm=.003,pm=.01,mm=3,Nc={value:0,relative:0},$c={value:1/0,relative:0},Rc={value:Number.MAX_VALUE,relative:0};function Ic(e){
return Math.min(Math.sqrt(Math.max(e-1,3)),dm)}var dm=3.2,Cc=()=>Nc;function Nr({sample:e,gains:t,shift:n,moments:o,classes:s,ends:r},i){let a=e.sides.map((c,l)=>t.
step===null?wm(c,l===0,t,n,o[l],s[l]):Wc(c,l===0?t.positiveTotal:t.negativeTotal,o[l],t.step+n));return Pc(Lc(a),{ends:r,moments:o},i)}function Pc({value:e,relative:t},{
ends:n,moments:o},s){let r=n.map(([i,a],c)=>{let l=s.map(u=>u[c][1]-u[c][0]-(a-i));return gm*Math.max(...l.map(Math.abs))/(o[c].size+1)});return{value:Math.hypot(
e,...r),relative:t}}var gm=3;function Fc({sample:e,moments:t,ends:n},o,s,r){let i=e.sides.map((a,c)=>Wc(a,o[c],t[c],s));return Pc(Lc(i),{ends:n,moments:t},r)}function Lc(e){
let t=e.reduce((o,s)=>o+s.variance,0),n=e.reduce((o,s)=>o+s.unsure**2,0);return{value:Math.hypot(...e.map(({value:o})=>o)),relative:t>0?Math.sqrt(n)/t/2:0}}function Wc(e,t,{
mean:n,size:o},s){let r=t*$r(e,s),i=Math.max(n*(t-n),0)/o;return{value:r,variance:i,unsure:r*(Math.abs(t-2*n)+r)/o}}function $r(e,t){let n=0,[o,s]=[0,0];for(let i=0;i<
e.length;i++){let a=e.s[i]*Ic(e.n[i]),c=e.x[i]+a-t;c>=2*a?o+=e.n[i]:c<=0?s+=e.n[i]:n+=e.q[i]*(c/(2*a))*(1-c/(2*a))}let r=Math.min(o,s)===0&&e.s.some(i=>i>0)?vm/
e.size:0;return Math.hypot(Ac*Math.sqrt(n)/e.weight,r)}var vm=1.2;function wm(e,t,n,o,{within:s},{gain:r,half:i}){let a=0,c=0;for(let l=0;l<e.length;l++){let u=e.
s[l];if(u===0)continue;let h=e.x[l]-o,f=Ic(e.n[l]);if(h+f*u<=n.low||h-f*u>=n.high)continue;let p=v=>t?n.positive(v):n.negative(v),m=_m.reduce((v,[_,x])=>v+x*p(h+
ht*u*_),0)-r[l],g=Math.max(Math.abs(Tc(p,h,u,f)-r[l]),Math.abs(Tc(p,h,-u,f)-r[l]));a+=e.w[l]**2*(g**2+m**2),c+=(e.q[l]*(Sc*i[l]*i[l]+Dc(p,h,u,i[l])))**2}return{
value:bm*Math.sqrt(a)/e.weight,variance:s,unsure:Math.sqrt(c)/e.weight**2}}function Dc(e,t,n,o){let s=(e(t+Sr*n)-e(t-Sr*n))/(2*Sr);return Math.abs(s*s-o*o)}var Sr=2,
bm=1.5;function Tc(e,t,n,o){let s=1/(1+o*o);return s*e(t+o*n)+(1-s)*e(t-n/o)}var _m=[[-.8611363115940526,.17392742256872692],[-.33998104358485626,.3260725774312731],
[.33998104358485626,.3260725774312731],[.8611363115940526,.17392742256872692]];function jc(e,t,n){let o=[t,n].map(a=>a.uncertainty());if(xm(e.sample,t,n))return Nc;
let s=t.gains.step!==null,r=0,i=0;return e.sample.sides.forEach((a,c)=>{r+=e.moments[c].within;let l=c===0?t.gains.positiveTotal:t.gains.negativeTotal,u=s?ym(a,
e.classes[c],l):km(a,c===0,e.classes[c],[t,n]);i+=(u/a.weight**2)**2}),{value:Math.hypot(o[0].value,o[1].value),relative:r>0?Math.sqrt(i)/r/2:0}}function xm({sides:e},t,n){
return t.shift!==n.shift?!1:e.every(({x:o,s,y:r,t:i,r:a})=>o.every((c,l)=>c===r[l]&&s[l]===i[l]&&(s[l]===0||a[l]===1)))}function ym(e,{gain:t,variance:n},o){let s=0;
for(let r=0;r<e.length;r++){let i=Math.min((t[r]*t[r]+n[r])/(o*o),1);s+=e.q[r]*e.q[r]/Math.max(e.n[r],1)*i*(1-i)}return lm*o*o*Math.sqrt(s)}function km(e,t,{variance:n},[
o,s]){let r=({gains:l,shift:u})=>h=>t?l.positive(h-u):l.negative(h-u),[i,a]=[o,s].map(r),c=0;for(let l=0;l<e.length;l++){let u=Ec(i,e.x[l],e.s[l])+Ec(a,e.y[l],e.
t[l]);c+=(e.q[l]*(Sc*n[l]+u))**2}return Ac*Math.sqrt(c)}function Ec(e,t,n){return n===0?0:Dc(e,t,n,(e(t+n)-e(t-n))/2)}function Bc(e,t,n){let{value:o,relative:s}=e.
uncertainty(),r=e.gains.step!==null;return{value:Mm*Math.hypot(o,t,Om*n),relative:s+(r||e.sample.isExact?Tm:Em)}}var Mm=2,Om=.3,[Tm,Em]=[.7,.3];function qc(e){let t=Math.
max(...e.map(({sample:o})=>Rr(o))),n=e.some(zc)?pm:0;return t===0?fm+n:t+n+Math.hypot(...e.map(Mc))}function zc({gains:e,clusterParts:t=[]}){return!!e?.isWorld||
t.some(zc)}function Rr({isExact:e,clusters:t,sides:n}){if(e)return 0;let o=Math.min(...n.map(({size:s})=>s));return mm/o+(t?hm:um)}function zo(...e){let t=e.map(
n=>n.uncertainty());return{value:Math.hypot(...t.map(({value:n})=>n)),relative:Math.max(...t.map(({relative:n})=>n))}}function Hc({value:e,low:t,high:n},o){let s=Math.
max(n-e,e-t),r=o.value+o.relative*s;return{value:e,low:t,high:n,error:r,coarse:r>s}}function We(e,t,n,o,s=e.nodes){if(n.isWorld)return n.ofBins(s,t);let r=new Float64Array(e.length),i=new Float64Array(e.length);if(n.step!==null)return Am(e,t,n,
n.step+o,s,r,i);let[a,c]=s;for(let l=0;l<r.length;l++){let u=t?n.positive(a[l]-o):n.negative(a[l]-o),h=t?n.positive(c[l]-o):n.negative(c[l]-o);r[l]=(u+h)/2,i[l]=
(u-h)/2}return{gain:r,half:i}}function Am(e,t,n,o,[s,r],i,a){let c=t?n.positiveTotal:n.negativeTotal;for(let l=0;l<i.length;l++){let u=Ke((s[l]+r[l])/2,(s[l]-r[l])/
2,o);i[l]=c*(t?u:1-u),a[l]=(t?c:-c)*Math.sqrt(u*(1-u))}return{gain:i,half:a}}function Ir(e,t,n,o){if(n.step!==null)return 0;let[s,r]=e.nodes,i=0;for(let a=0;a<s.
length;a++){let c=s[a]-o,l=r[a]-o;if(c<=n.low||l>=n.high)continue;let u=t?n.weight(c)+n.weight(l):Math.exp(c)*n.weight(c)+Math.exp(l)*n.weight(l);i+=e.w[a]*u}return i/
2/e.weight}var wt=class e{constructor(t,n,o,s){this.sample=t,this.ends=o,this.derivative=s,this.moments=n.map((r,i)=>Ho(t.sides[i],r)),this.classes=n,this.moving=
null,this.added=0,this.uncertainty=Cc}unsureBy(t){let n=null;return this.uncertainty=()=>n??=t(),this}get value(){return this.moments[0].mean+this.moments[1].mean+
this.added}movedBy(t){return Object.assign(this.withDerivative(this.derivative),{clusterParts:this.clusterParts,added:t})}get reach(){return this.ends.map(([t,n])=>n-
t)}get known(){return this.moving===null&&this.derivative===0?this:(this.keptKnown??=this.moving===null?this.withDerivative(0):this.moving.known(),this.keptKnown)}valueAt(t){
return this.moving===null?this.value+this.derivative*t:this.moving.valueAt(t)}at(t){return this.moving===null?this:this.moving.at(t)}withDerivative(t){return Object.
assign(Object.create(e.prototype),this,{derivative:t,moving:null,keptKnown:void 0,clusterParts:void 0,knownAlong:void 0,knownMeans:void 0})}spreads(){return this.
moments.map((t,n)=>{let o=(n===0?1:-1)*this.derivative+t.tilt*t.size;return{size:t.size,within:Math.max(t.within-t.tilt**2*t.size,0),between:o**2/t.size}})}contribution(t){
let n=this.sample.sides[t],o=this.moments[t].mean+(t===0?-1:1)*this.derivative;return s=>(this.classes[t].gain[s]-o)/n.weight}};function Ho(e,{gain:t,half:n,variance:o}){
let s=0;for(let c=0;c<e.length;c++)s+=e.w[c]*t[c];let r=s/e.weight,i=0,a=0;for(let c=0;c<e.length;c++){let l=t[c]-r;i+=e.q[c]*(l*l+(o?o[c]:n[c]*n[c])),a+=e.q[c]*
l}return{mean:r,within:i/e.weight**2,tilt:a/e.weight**2,size:e.size}}var Ae=1e9;function xn(e,{pseudo:t=!1,noise:n=0}){let o=0,s,r=e.some(i=>i.sample.clusters);if(t&&!r){let i=e.map(Sm);i.forEach((a,c)=>o+=(c===0?1:-1)*a.shift),s=
Ye(i.map(a=>a.spread))}else s=Ye(e.map(Nm)),r&&(s=$m(e,s));return{shift:o,spread:n>0?Ye([s,[n,1/0]]):s}}function Ye(e){let t=0;for(let o of e)t+=o[0];if(!(t>0))
return[0,1/0];let n=0;for(let[o,s]of e)n+=(o/t)**2/s;return[t,n>0?1/n:1/0]}function Sm(e){let t=0,n=[];return e.spreads().forEach((o,s)=>{let{mean:r,size:i}=e.moments[s],
[a,c]=e.ends[s],l=(i*r+(a+c)/2)/(i+1),u=i*i*o.within+i*(r-l)**2+((l-a)**2+(c-l)**2)/2;t+=l-r,n.push([u/(i*(i+1)),i],[o.between,i])}),{shift:t,spread:Ye(n)}}function Nm(e){
let t=[];return e.spreads().forEach((n,o)=>{let s=n.size,r=kc(e,o,n.within*s*s);r>0?t.push([(n.within*s*s+r**2/2)/(s*(s+.5)),s-.5],[n.between,s-.5]):t.push([n.within*
s/(s-1),s-1],[n.between,s-1])}),Ye(t)}function Uc(e){if(e.some(n=>n.sample.clusters))return Se(e).variance;let t=0;for(let n of e)for(let{size:o,within:s,between:r}of n.
spreads())t+=s*o/(o-1)+r;return t}function $m(e,t){let{variance:n,degrees:o}=Se(e);return[Math.max(n,t[0]),Math.min(o,t[1])]}function Se(e){let{excess:t,degrees:n,
factor:o}=e[0].sample.clusters.between(e),s=0;for(let i of e)for(let a of i.spreads())s+=a.within+a.between;let r=Math.max(s+t,0);return{degrees:n,squares:r,variance:o*
r}}var Gc=25;function Vc(e,{pseudo:t,noise:n},o,s){let[r,i]=[0,0];return e.forEach((a,c)=>{let l={pseudo:t,noise:c===0?n:0},u=a.moving===null?Rm:Im,[h,f]=u(a,l,o,s);
r+=(c===0?h:f)**2,i+=(c===0?f:h)**2}),{below:Math.sqrt(r),above:Math.sqrt(i)}}function Rm(e,t,n,o){let{shift:s,spread:r}=xn([e],t),i=o(Math.min(r[1],Ae),n)*Math.
sqrt(r[0]);return[i-s,i+s]}function Im(e,t,n,o){let{value:s,known:r}=e,{error:i,degrees:a,along:c,left:l}=Zc(r),u=o(a,n)*i,h=e.moving.jumps,f=h?null:xn([r],t),p=({
spread:_})=>o(Math.min(_[1],Ae),n)*Math.sqrt(l*_[0]),m=h?0:p(f),[g,v]=[1/0,-1/0];for(let _=0;_<Gc;_++){let x=Math.PI*(_/(Gc-1)-.5),k=u*Math.sin(x),S=h?e.at(k):null,
C=h?xn([S],t):f,G=(h?S.value:e.valueAt(k))-s+C.shift+c*k,ut=Math.cos(x)*(h?p(C):m);g=Math.min(g,G-ut),v=Math.max(v,G+ut)}return[-g,v]}function Kc(e){return e.moving===
null||!e.sample.clusters?0:Zc(e.known).left<Cm?1:0}var Cm=.5;function Zc(e){let{sample:t}=e,n=Cr(t);if(!t.clusters)return{error:n,degrees:Ae,along:0,left:1};let{
degrees:o}=t.clusters.about([t.slice]),s=Se([e]),r=Se([Yc(t)]).squares;if(!(s.squares>0&&r>0))return{error:n,degrees:o,along:0,left:1};let i=Math.sqrt(s.squares/
r),a=Se([e.withDerivative(e.derivative+i)]).squares,c=y((a/s.squares-2)/2,-1,1);return{error:n,degrees:o,along:c*Math.sqrt(s.variance)/n,left:1-c**2}}function Cr(e){
let t=e.sides.reduce((o,s)=>o+1/s.size,0);if(!e.clusters)return Math.sqrt(t);let{squares:n}=Se([Yc(e)]);return Math.sqrt(e.clusters.about([e.slice]).prevalenceFactor*
n)}function Yc(e){return e.knownLogOdds??=new wt(e,e.sides.map(Fm),Pm,1),e.knownLogOdds}var Pm=[[0,0],[0,0]],Fm=({length:e})=>({gain:new Float64Array(e),half:new Float64Array(
e)});function st(e,t,{pseudo:n=!1,noise:o=0,bounds:s=[-1/0,1/0],level:r}){let i=({low:f,high:p})=>({low:Math.max(f,s[0]),high:Math.min(p,s[1])}),a=t.some(({moving:f})=>f!==
null)?Wm(e,t,{pseudo:n,noise:o}):Lm(e,t,{pseudo:n,noise:o}),c=i(a.ends(r,ue)),l=zo(...t),u={value:l.value,relative:l.relative+qc(t)+Math.max(...t.map(Kc))},h=f=>Hc(
{value:e,...f},u);return{...h(c),seen:()=>Uc(t),at:f=>h(i(a.ends(f,Fa))),confidence:(f=0)=>a.confidence(f,c,r)}}function Lm(e,t,n){let{shift:o,spread:s}=xn(t,n),
r=e+o,i=Math.min(s[1],Ae);return{ends:(a,c)=>{let l=c(i,a)*Math.sqrt(s[0]);return{low:r-l,high:r+l}},confidence:a=>Jc(r-a,s)}}function Wm(e,t,n){return{ends:(o,s)=>{
let{below:r,above:i}=Vc(t,n,o,s);return{low:e-r,high:e+i}},confidence:(o,{low:s,high:r},i)=>{let a=e-o,c=a>0?e-s:r-e;return c<=0?a===0?.5:+(a>0):Gn(a/c*ue(Ae,i),
Ae)}}}function Pr(e){let t={value:e,low:e,high:e,error:0,coarse:!1};return{...t,seen:()=>0,at:()=>t,confidence:(n=0)=>Jc(e-n,[0])}}function Jc(e,[t,n]){return t===
0?e===0?.5:+(e>0):Gn(e/Math.sqrt(t),Math.min(n,Ae))}function fe(e){let{prevalence:t,cost:n,units:o,weight:s}=e;if(s&&!W(o).weighted)return Um(s);let r=`${t}|${n}|${o}`;if(!Xn.has(r)){Xn.size>100&&Xn.clear();let i=Qn(
e);Xn.set(r,i.step===null?qm(i):i)}return Xn.get(r)}var Xn=new Map;function Qn({prevalence:e,cost:t,units:n}){let o=e.map(M),s=Oe(n,t),{weighted:r,prices:i}=W(n),
a=o[1]-o[0]<Wr,c=s[1]-s[0]<Wr;if(a&&c)return Dm((s[0]+s[1])/2,(o[0]+o[1])/2,i);if(a||c){let l=s[0]-o[1],u=s[1]-o[0];return r?Xc(l,u,0):c?Xc(l,u,s[0]):jm(l,u,e[0])}
return Bm(o,s,r)}var Wr=1e-10;function Dm(e,t,n){let o=e-t,[s,r]=n(t,e);return{step:o,positiveTotal:s,negativeTotal:r,low:o,high:o}}function Xc(e,t,n){let o=t-e,
s=Math.exp(n)/o,r=Ve(n-e),i=Ve(t-n);return{step:null,corners:[e,t],positive:a=>(r-Ve(n-y(a,e,t)))/o,negative:a=>(i-Ve(y(a,e,t)-n))*s,weight:a=>N(n-a)/o}}function jm(e,t,n){
let o=n/(t-e),s=Math.exp(t);return{step:null,corners:[e,t],positive:r=>o*(y(r,e,t)-e),negative:r=>o*(s-Math.exp(y(r,e,t))),weight:()=>o}}function Bm(e,t,n){let o=(e[1]-
e[0])*(t[1]-t[0]),s=[t[0]-e[1],t[0]-e[0],t[1]-e[1],t[1]-e[0]].sort((i,a)=>i-a),r=i=>{let a=Math.max(e[0],t[0]-i),c=Math.min(e[1],t[1]-i);return c<=a?0:(n?N(-i)*
(c-a):Ve(c)-Ve(a))/o};return{step:null,corners:s.filter((i,a)=>a===0||i-s[a-1]>Wr),weight:r}}var Et=512,Fr=gn(5);function qm({corners:e,positive:t,negative:n,weight:o}){
let s=e.length-1,r=t?null:zm(e,o),i=new Dr(e,s);for(let a=0;a<s;a++){let c=(e[a+1]-e[a])/Et;for(let l=0;l<=Et;l++){let u=e[a]+l*c,h=o(y(u,e[a]+1e-13,e[a+1]-1e-13)),
f=a*(Et+1)+l;i.set(f,t?t(u):r.positive[f],n?n(u):r.negative[f],h*c,Math.exp(u))}}return i}function zm(e,t){let n=e.length-1,o=new Float64Array(n*(Et+1)),s=new Float64Array(
n*(Et+1)),r=[0,0];for(let a=0;a<n;a++){let c=(e[a+1]-e[a])/Et;for(let l=0;l<=Et;l++){let u=a*(Et+1)+l;[o[u],s[u]]=r,l<Et&&(r=r.map((h,f)=>h+Hm(t,e[a]+l*c,c,f)))}}
let i=r[1];return{positive:o,negative:s.map(a=>i-a)}}function Hm(e,t,n,o){let s=0;for(let r=0;r<Fr.nodes.length;r++){let i=t+(Fr.nodes[r]+1)/2*n;s+=Fr.weights[r]*
e(i)*(o===0?1:Math.exp(i))}return s*n/2}var Dr=class{constructor(t,n){let o=n*(Et+1);this.step=null,this.corners=t,this.low=t[0],this.high=t[n];for(let s of["va\
lues","slopes","otherValues","otherSlopes"])this[s]=new Float64Array(o);this.perUnit=t.slice(1).map((s,r)=>Et/(s-t[r]))}set(t,n,o,s,r){this.values[t]=n,this.slopes[t]=
s,this.otherValues[t]=o,this.otherSlopes[t]=-s*r}get positiveTotal(){return this.values[this.values.length-1]}get negativeTotal(){return this.otherValues[0]}positive(t){
return this.#t(this.values,this.slopes,t)}negative(t){return this.#t(this.otherValues,this.otherSlopes,t)}#t(t,n,o){if(o<=this.low)return t[0];if(o>=this.high)return t[t.
length-1];let s=this.#e(o),r=(o-this.corners[s])*this.perUnit[s],i=Math.min(r|0,Et-1),a=r-i,c=s*(Et+1)+i,l=t[c+1]-t[c],u=n[c],h=n[c+1];return t[c]+a*(u+a*(3*l-2*
u-h+a*(u+h-2*l)))}#e(t){let n=this.perUnit.length-1;for(;n>0&&t<this.corners[n];)n--;return n}weight(t){if(t<=this.low||t>=this.high)return 0;let n=this.#e(t),o=(t-
this.corners[n])*this.perUnit[n],s=Math.min(o|0,Et-1),r=n*(Et+1)+s,i=o-s;return(this.slopes[r]+i*(this.slopes[r+1]-this.slopes[r]))*this.perUnit[n]}},Lr=new WeakMap;
function Um(e){return Lr.has(e)||Lr.set(e,new jr(e)),Lr.get(e)}var jr=class{constructor({start:t,step:n,positive:o,negative:s}){let r=o.length-1;Object.assign(this,
{start:t,width:n,cases:o,others:s}),this.step=null,this.low=t,this.high=t+r*n,this.positiveTotal=o[r],this.negativeTotal=s[0]}positive(t){return this.#t(this.cases,
t)}negative(t){return this.#t(this.others,t)}weight(t){if(t<=this.low||t>=this.high)return 0;let n=Math.floor((t-this.start)/this.width);return(this.cases[n+1]-
this.cases[n])/this.width}#t(t,n){let o=t.length-1,s=y((n-this.start)/this.width,0,o),r=Math.min(Math.floor(s),o-1);return t[r]+(s-r)*(t[r+1]-t[r])}};function rt(e,t,n){
return e.step===null?n?e.positive(t):e.negative(t):t>=e.step-1e-9===n?n?e.positiveTotal:e.negativeTotal:0}var Gm=gn(33),Vm=gn(11),Br=gn(17),Uo=64,Km=16,Zm=4,Ym=.3,qr=1e-7,yn=[0,1],Qc=1e3;function Jm({prevalence:e,weight:t,units:n}){if(t?.prevalences&&!W(n).weighted){
let{atoms:r,pieces:i}=t.prevalences,a=({low:c,high:l,density:u})=>Xm(c,l,Float64Array.from(u));return{atoms:r,ranges:i.map(c=>({...c,density:a(c)}))}}let[o,s]=e.
map(M);return s-o<qr?{atoms:[[(o+s)/2,1]],ranges:[]}:{atoms:[],ranges:[{low:o,high:s,density:()=>1/(s-o)}]}}function Xm(e,t,n){return o=>to(n,(o-e)/(t-e)*(n.length-
1))}function tl({atoms:e,ranges:t},{nodes:n,weights:o}){let s=({low:r,high:i,density:a})=>{let c=(i-r)/2;return Array.from(n,(l,u)=>{let h=r+c*(l+1);return[h,c*
o[u]*a(h)]})};return[...e,...t.flatMap(s)]}function nl(e,t,n){return new zr(new Go(e,t,{cut:null,...n}))}function ol(e,t,n){let o=new Go(e,t,{cut:null,...n});return o.
nodes.reduce((s,{x:r,share:i,tilt:a})=>{let c=o.at(r);return s+i*(o.weighted(0,a,c).mean+o.weighted(1,a,c).mean)},0)}var Go=class{constructor(t,n,o){Object.assign(
this,{sample:t,deployment:n,...o}),this.gamma=n.gamma,this.tilts=t.tilts,this.prevalences=Jm(n),this.nodes=this.withTilts(tl(this.prevalences,Gm))}withTilts(t){
return t.map(([n,o])=>({x:n,share:o,tilt:this.tilt(n)}))}tilt(t){return this.tilts.by((1-this.gamma)*(t-this.observed))}at(t){let{cost:n,units:o}=this.deployment,
s=N(t),r=Qn({prevalence:[s,s],cost:n,units:o});return this.cut!==null?new Vo({...r,step:this.cut},0):new Vo(r,this.source+(1-this.gamma)*(t-this.observed))}get runningCost(){
let{cost:t,units:n}=this.deployment,{ranges:o}=this.prevalences,[s,r]=[o[0]?.low,o.at(-1)?.high],[i,a]=Oe(n,t);return this.cut===null&&o.length>0&&this.gamma*(r-
s)>qr&&a-i<qr?(i+a)/2:null}get pieces(){let t=this.runningCost;if(t===null)return[el(this,this.nodes)];let{atoms:n,ranges:o}=this.prevalences;return[el(this,this.
withTilts(n)),...o.map(s=>Qm(this,s,t))]}get corrections(){return tl(this.prevalences,Vm).map(([t,n])=>{let o=this.tilts.kept((1-this.gamma)*(t-this.observed)),
s=this.at(t),r=yn.map(a=>this.weighted(a,o,s)),i=(r[0].covariance+r[1].covariance)/o.apart;return{share:n,tilt:o,slope:i,gains:s,base:[r[0].mean+i,r[1].mean-i]}})}weighted(t,{
theta:n,logs:o},s){let{first:r,at:i,wide:a}=Jn(this.sample.sides[t].nodes),{z:c,share:l}=this.tilts.classes[t],[u,h,f]=[0,0,0];for(let p=0;p<a.length;p++)for(let m=r[p];m<
r[p+1];m++){let g=l[m]*Math.exp(n*c[m]-o[t]),v=g*s.ofSlice(t,i[m],a[p]);u+=v,h+=g*c[m],f+=v*c[m]}return{mean:u,covariance:f-h*u}}},Vo=class{constructor(t,n){Object.
assign(this,{gains:t,shift:n}),this.place=t.step===null?null:t.step+n;let{positiveTotal:o,negativeTotal:s}=t;this.totals=t.step===null?[t.positive(1/0),t.negative(
-1/0)]:[o,s]}get corners(){return this.place===null?this.gains.corners.map(t=>t+this.shift):[this.place]}of(t,n){return rt(this.gains,n-this.shift,t===0)}slope(t,n,o){
let{gains:s,shift:r}=this;return s.step===null&&o-r>s.corners[0]&&o-r<s.corners.at(-1)?s.weight(n-r)*(t===0?1:Math.exp(n-r)):0}ofSlice(t,n,o){if(this.place===null||
o===0)return this.of(t,n);let s=y((n+o/2-this.place)/o,0,1);return this.totals[t]*(t===0?s:1-s)}};function el(e,t){let n=t.map(r=>({...r,gains:e.at(r.x)})),o=n.
flatMap(({share:r,tilt:i,gains:a})=>{if(a.place===null)return[];let c=y(a.place,-Qc,Qc),l=u=>r*Math.exp(i.theta*e.tilts.bounded(c)-i.logs[u]);return[{place:c,worth:yn.
map(u=>a.totals[u]*l(u))}]}),s=(r,i,a)=>{let[c,l]=[0,0],u=e.tilts.bounded(i);for(let{share:h,tilt:f,gains:p}of n){let m=h*Math.exp(f.theta*u-f.logs[r]);c+=m*p.of(
r,p.place===null?i:a),l+=m*p.slope(r,i,a)}return[c,l]};return{corners:n.flatMap(({gains:r})=>r.corners),jumps:o,values:s}}function Qm(e,{low:t,high:n,density:o},s){
let{gamma:r,observed:i,source:a}=e,c=td(e,{low:t,high:n,density:o},s),l=s+a-(1-r)*i,u=f=>f>l-r*n&&f<l-r*t,h=(f,p,m)=>{let g=y((l-p)/r,t,n);return[f===0?c.integral(
0,p,g,n):c.integral(1,p,t,g),u(m)?c.density(f,p,g)/r:0]};return{corners:[l-r*n,l-r*t],jumps:[],values:h}}function td(e,{low:t,high:n,density:o},s){let{prices:r}=W(
e.deployment.units),i=[0,1,2].map(()=>new Float64Array(Uo+1));for(let f=0;f<=Uo;f++){let p=t+(n-t)*f/Uo,{theta:m,logs:g}=e.tilt(p);i[0][f]=m,r(p,s).forEach((v,_)=>i[1+
_][f]=Math.log(v)-g[_])}let[a,...c]=i,l=f=>(f-t)/(n-t)*Uo,u=(f,p,m)=>o(m)*Math.exp(to(a,l(m))*e.tilts.bounded(p)+to(c[f],l(m)));return{density:u,integral:(f,p,m,g)=>{
let v=(g-m)/2;if(!(v>0))return 0;let _=0;for(let x=0;x<Br.nodes.length;x++)_+=Br.weights[x]*u(f,p,m+v*(Br.nodes[x]+1));return v*_}}}var zr=class{constructor(t){
let{pieces:n}=t,o=t.corrections,s=t.nodes.map(({x:r,share:i})=>t.at(r).totals.map(a=>i*a));this.isWorld=!0,this.step=null,[this.low,this.high]=[-1/0,1/0],this.source=
t.source,this.exists=t.nodes.every(({tilt:r})=>r.isReached),[this.positiveTotal,this.negativeTotal]=yn.map(r=>s.reduce((i,a)=>i+a[r],0)),this.jumps=ed(n.flatMap(
({jumps:r})=>r)),this.slopeOfMix=-(1-t.gamma)*o.reduce((r,{share:i,slope:a})=>r+i*a,0),this.stretches=nd(t.tilts,n,o),Object.assign(this,{corrections:o,tilts:t.
tilts}),this.corners=[...new Set(n.flatMap(({corners:r})=>r))]}positive(t){return this.#t(0,t+this.source)}negative(t){return this.#t(1,t+this.source)}#t(t,n){return this.#e(
n).at(t,n)}#e(t){return this.stretches[this.#n(t)]}#n(t){let n=this.stretches.length-1;for(;n>0&&t<this.stretches[n].low-Ur;)n--;return n}#o(t,n,o){let[s,r]=[n-
o/2,n+o/2],i=this.#n(s);if(o===0||r<=this.stretches[i].high)return this.stretches[i].at(t,n);let a=0;for(let c=s;c<r;i++){let l=i+1<this.stretches.length?Math.min(
this.stretches[i].high,r):r;a+=(l-c)/o*this.stretches[i].at(t,(c+l)/2),c=l}return a}ofBins(t,n){let o=n?0:1,{first:s,at:r,wide:i}=Jn(t),[a,c]=[new Float64Array(
i.length),new Float64Array(i.length)];for(let l=0;l<i.length;l++){let u=s[l+1]-s[l],[h,f,p,m]=[0,0,0,0];for(let g=s[l];g<s[l+1];g++)m=this.#o(o,r[g],i[l]),g===s[l]&&
(p=m),h+=m-p,f+=(m-p)**2;a[l]=p+h/u,c[l]=Math.sqrt(Math.max(f/u-(h/u)**2,0))*(m<p?-1:1)}return{gain:a,half:c}}endsOf({x:t,s:n,length:o},s,r,i){let[a,c]=[1/0,-1/0],
l=[1/0,-1/0];for(let h=0;h<o;h++)for(let f of[t[h]-r*n[h],t[h]+r*n[h]]){let p=this.#t(s,f);p<a&&(a=p),p>c&&(c=p),l=[Math.min(l[0],f),Math.max(l[1],f)]}let u=this.#r(
s,i,l);return[Math.min(a,...u),Math.max(c,...u)]}#r(t,n,o){return[...new Set(this.corners.map(r=>y(r,...o)))].flatMap(r=>{let i=this.tilts.bounded(r),[a,...c]=[
0,0,0];for(let{share:l,tilt:u,base:h,gains:f}of this.corrections){let p=Math.exp(u.theta*i-u.logs[t]);a+=l*h[t]*(p-1),c=c.map((m,g)=>m+l*p*f.of(t,n[g]))}return c.
map(l=>l-a)})}meanSlope({nodes:t,w:n,weight:o},s){let[r,i]=t,a=l=>this.#e(l).slope(s,l),c=0;for(let l=0;l<n.length;l++)c+=n[l]*(a(r[l])+a(i[l]));return c/2/o}},
Ur=1e-9;function ed(e){let t=new Map;for(let{place:n,worth:o}of e){let s=Math.round(n/Ur),r=t.get(s)?.worth??[0,0];t.set(s,{place:n,worth:o.map((i,a)=>i+r[a])})}
return[...t.values()]}function nd(e,t,n){let[o,s]=e.ends,r=Math.max(Ym*(s-o),.001),i=[...e.bounds,...t.flatMap(({corners:c})=>c)].filter(c=>c>o-r&&c<s+r).sort((c,l)=>c-
l),a=[o-r,...i,s+r].filter((c,l,u)=>l===0||c-u[l-1]>Ur);return a.slice(1).map((c,l)=>new Hr(e,[a[l],c],t,n))}var Hr=class{constructor(t,[n,o],s,r){let i=Math.max(
Math.ceil(Km*(o-n)),Zm);Object.assign(this,{low:n,high:o,perUnit:i/(o-n)}),this.gains=yn.map(()=>new Float64Array(i+1)),this.slopes=yn.map(()=>new Float64Array(
i+1));for(let a=0;a<=i;a++){let c=n+(o-n)*a/i,l=t.bounded(c);for(let u of yn){let[h,f]=[0,0];for(let{values:p}of s){let[m,g]=p(u,c,(n+o)/2);h+=m,f+=g}for(let{share:p,
tilt:m,base:g}of r)h-=p*g[u]*(Math.exp(m.theta*l-m.logs[u])-1);this.gains[u][a]=h,this.slopes[u][a]=f}}}at(t,n){return to(this.gains[t],(n-this.low)*this.perUnit)}slope(t,n){
return to(this.slopes[t],(n-this.low)*this.perUnit)}};function to(e,t){let n=e.length-1,o=y(t,0,n),s=y(Math.floor(o)-1,0,n-3),r=o-s,[i,a,c]=[r-1,r-2,r-3];return(r*
a*c*e[s+1]-r*i*c*e[s+2])/2+(r*i*a*e[s+3]-i*a*c*e[s])/6}function At(e,t){let n=e.prevalence===null;return{prevalence:n?[t.prevalence,t.prevalence]:e.prevalence,cost:e.cost,units:e.units,weight:e.weight??null,own:n,gamma:od(
e,t)}}function od({shift:e=1,shifts:t},{models:[n]}){return e??t[n].gamma}function eo({own:e,gamma:t}){return!e&&t<1}function De(e,t,n){if(eo(n))return sd(e,t,n);
let o=Ze(e,t),s=Bo(e,t)!==null,r=sl(t,n,o),i=n.own?Qr(r,n):0,a=n.own===s,c=a?hd(r,s):0;r.derivative=i+c;let l=a&&cl(r);return!l&&!Jr(n)||(r.moving={jumps:l,valueAt:u=>rl(
r,n,c,u),at:u=>sl(t,Ko(n,u),s?o:o+u),known:()=>r.withDerivative(0)}),r}function sd(e,t,n){let o=Ze(e,t),s=M(t.prevalence),r=Bo(e,t)!==null,i=Kr(t,n,{source:o,observed:s}),
a=n.gamma-Number(r);return i.derivative=i.gains.slopeOfMix-a*id(i),a===0||!cl(i)||(i.moving={jumps:!0,valueAt:c=>i.value+i.derivative*c,at:c=>Kr(t,n,{source:r?o:
o+c,observed:s+c}),known:()=>i.withDerivative(0)}),i}function Kr(e,t,n){let o=nl(e,t,n),s=[0,1].map(c=>We(e.sides[c],c===0,o,n.source)),r=(c,l)=>e.sides.map((u,h)=>o.
endsOf(u,h,c,il(l))),i=new wt(e,s,r(ht,e.scoreRange),0);Object.assign(i,{shift:n.source,gains:o,perfect:o.positiveTotal+o.negativeTotal});let a=t.weight?.prevalences===
null&&!W(t.units).weighted;return i.unsureBy(()=>{if(!o.exists)return $c;if(a)return Rc;let c=[r(0,e.narrowestRange),r(kr,e.widestRange)],{value:l,relative:u}=Nr(
i,c);return{value:l+rd*i.perfect,relative:u}})}var rd=1e-6;function id({sample:{sides:e},gains:t}){let n=Math.max(Math.sqrt(1/e[0].size+1/e[1].size),hl),o=t.meanSlope(
e[0],0)-t.meanSlope(e[1],1);return t.jumps.reduce((s,{place:r,worth:[i,a]})=>s+fl(e,{positiveTotal:i,negativeTotal:a},r,n),o)}function sl(e,t,n){let o=fe(t),s=[
0,1].map(i=>We(e.sides[i],i===0,o,n)),r=new wt(e,s,Xr(o,n,e.scoreRange),0);return Object.assign(r,{shift:n,gains:o,perfect:o.positiveTotal+o.negativeTotal}),r.unsureBy(
()=>Nr(r,al(e,o,n)))}function Ko(e,t){if(!e.own)return e;let n=N(M(e.prevalence[0])+t);return{...e,prevalence:[n,n]}}function Jr({own:e,units:t}){return e&&!W(t).
weighted}function rl({moments:e},t,n,o){let[s]=t.prevalence,[r]=Ko(t,o).prevalence;return e[0].mean*r/s+e[1].mean*(1-r)/(1-s)+n*o}var ad=1/4;function il([e,t]){
let n=Number.isFinite(t-e)?ad*(t-e):0;return[e-n,t+n]}function Xr(e,t,n){let[o,s]=il(n).map(r=>r-t);return[[rt(e,o,!0),rt(e,s,!0)],[rt(e,s,!1),rt(e,o,!1)]]}function al({
narrowestRange:e,widestRange:t,certainRange:n},o,s){return[e,t,n].map(r=>Xr(o,s,r))}var Gr={patients:3,share:.01,within:2.5};function cl({sample:e,gains:t,shift:n}){
return(t.step===null?(t.jumps??[]).map(({place:s})=>s):[t.step+n]).some(s=>cd(e,s))}function cd({sides:e},t){let n=Gr.within*Math.sqrt(1/e[0].size+1/e[1].size),
o=e[0].weight+e[1].weight,s=new Map;for(let{x:r,s:i,w:a,q:c,length:l}of e)for(let u=0;u<l;u++){if(i[u]>0||Math.abs(r[u]-t)>n)continue;let[h,f]=s.get(r[u])??[0,0];
s.set(r[u],[h+a[u]**2/c[u],f+a[u]])}return[...s.values()].some(([r,i])=>r>=Gr.patients&&i>=Gr.share*o)}function ll(e,t,n){if(eo(t))return ld(e,t,M(n));let o=ud(
e,t,n);if(!t.own)return o;let[s,r,i]=[Vr,-Vr,0].map(a=>ul(Ko(t,a)));return o.derivative=o.moments.reduce((a,{mean:c},l)=>a+(s[l]-r[l])/(2*Vr)*(c/i[l]),0),Zo(o,t)}
function ld(e,t,n){let o=M(e.prevalence),s=Kr(e,t,{source:o,observed:o,cut:n});return s.derivative=s.gains.slopeOfMix,s}function Zo(e,t){if(!Jr(t))return e;let n=o=>rl(
e,t,0,o);return e.moving={jumps:!1,valueAt:n,at:o=>e.known.movedBy(n(o)-e.value),known:()=>e.withDerivative(0)},e}function ud(e,t,n){let[o,s]=ul(t),r={step:M(n),
positiveTotal:o,negativeTotal:s},i=[0,1].map(c=>We(e.sides[c],c===0,r,0)),a=new wt(e,i,Xr(r,0,e.scoreRange),0);return a.perfect=o+s,a.unsureBy(()=>Fc(a,[o,s],M(
n),al(e,r,0)))}function ul(e){let{positiveTotal:t,negativeTotal:n}=fe(e);return[t,n]}var Vr=1e-4;function hd({sample:{sides:e},gains:t,shift:n},o){let s=Math.max(
Math.sqrt(1/e[0].size+1/e[1].size),hl),r;return t.step!==null?r=fl(e,t,t.step+n,s):t.high-t.low<2*s?r=pd(e,t,n,s):r=Ir(e[0],!0,t,n)-Ir(e[1],!1,t,n),o?r:-r}function Qr(e,t){
let n=M(t.prevalence[0]);return ti(t)?W(t.units).priceSlopes(n,Oe(t.units,t.cost)[0]).reduce((s,r,i)=>s+r*e.moments[i].mean,0):fd(e,t,n)}function ti({units:e,cost:t}){
let[n,o]=Oe(e,t);return!W(e).costMovesSlopes||o-n<1e-10}function fd(e,t,n){let s=[1e-4,-1e-4].map(r=>{let i=N(n+r),a=fe({...t,prevalence:[i,i]}),c=e.shift+r,l=0;
return e.sample.sides.forEach((u,h)=>{let{gain:f}=We(u,h===0,a,c),p=0;for(let m=0;m<u.length;m++)p+=u.w[m]*f[m];l+=p/u.weight}),l});return(s[0]-s[1])/(2*1e-4)}var hl=.02;
function pd(e,t,n,o){let s=r=>e.reduce((i,a,c)=>{let{gain:l}=We(a,c===0,t,n+r),u=0;for(let h=0;h<a.length;h++)u+=a.w[h]*l[h];return i+u/a.weight},0);return(s(-o)-
s(o))/(2*o)}function fl(e,t,n,o){let{positiveTotal:s,negativeTotal:r}=t,i=e.map(u=>{let h=Math.sqrt(3)*.9*u.scale*u.patients**-.2;return h>0&&Number.isFinite(h)?
(u.reached(n-h)-u.reached(n+h))/(2*h):0}),a=s*i[0]-r*i[1],c=u=>s*e[0].reached(n+u)+r*(1-e[1].reached(n+u)),l=(c(-o)-c(o))/(2*o);return Math.abs(l)>Math.abs(a)?l:
a}function Yo(e,t){let n=fe(t);return Object.fromEntries(Object.entries(md).map(([o,s])=>{let r=[!0,!1].map(a=>rt(n,s,a)),i=t.own?dd(e,r,s,t):null;return[o,{value:r[0]+
r[1],profile:i}]}))}var md={[Ct]:1/0,[Wt]:-1/0,[$]:0};function dd(e,t,n,o){let s=Zr(e,t);if(s.derivative=vd(n,o),!Jr(o))return s;let r=i=>{let a=Qn(Ko(o,i));return[
!0,!1].map(c=>rt(a,n,c))};return s.moving={jumps:!1,valueAt:i=>r(i).reduce((a,c)=>a+c),at:i=>Zr(e,r(i)),known:()=>s.withDerivative(0)},s}function Zr(e,t){let n=t.
map((o,s)=>{let{length:r}=e.sides[s];return{gain:new Float64Array(r).fill(o),half:new Float64Array(r)}});return new wt(e,n,gd(t),0)}var gd=e=>e.map(t=>[t,t]);function vd(e,t){
let n=M(t.prevalence[0]),o=s=>{let r=N(n+s),i=fe({...t,prevalence:[r,r]});return rt(i,e-s,!0)+rt(i,e-s,!1)};return(o(1e-4)-o(-1e-4))/2e-4}var Jo={value:0,profile:null};
function Je(e,t,n,{level:o,bounds:s,noise:r=0,pseudo:i=!0}){let a=n-e.value;if(e.profile===null){let c=s?.map(l=>l-e.value);return st(a,[t],{pseudo:i,level:o,noise:r,
bounds:c})}return st(a,[ne(t,Xo(t,e.profile))],{pseudo:i,level:o,noise:r})}function Xo({sample:e},t){let n=Zr(e,t.classes.map(({gain:o})=>o[0]));return n.derivative=
t.derivative,t.moving===null||(n.moving={...t.moving,at:o=>Xo(n,t.at(o)),known:()=>n.withDerivative(0)}),n}function ne(e,t){let n=e.classes.map((r,i)=>{let a=t.
classes[i];return{gain:Yr(r.gain,a.gain),half:Yr(r.half,a.half)}}),o=e.ends.map(([r,i],a)=>{let{mean:c}=t.moments[a];return t.reach[a]===0?[r-c,i-c]:[0,Math.max(
i-r,t.reach[a])]}),s=new wt(e.sample,n,o,e.derivative-t.derivative);return s.unsureBy(()=>zo(e,t)),pl(s,e,t,ne)}function pl(e,t,n,o){return e.clusterParts=[t,n],
e.added+=t.value-n.value-e.value,t.moving===null&&n.moving===null||(e.moving={jumps:!!(t.moving?.jumps||n.moving?.jumps),valueAt:s=>t.valueAt(s)-n.valueAt(s),at:s=>o(
t.at(s),n.at(s)),known:()=>o(t.known,n.known)}),e}function Yr(e,t){let n=new Float64Array(e.length);for(let o=0;o<n.length;o++)n[o]=e[o]-t[o];return n}function ei(e,t,n){
let o=[],s=[0,1].map(a=>{let c=e.sides[a],l=We(c,a===0,t.gains,t.shift,c.nodes),u=We(c,a===0,n.gains,n.shift,c.otherNodes);o.push([Ho(c,l).within,Ho(c,u).within]);
let h=new Float64Array(c.length);for(let f=0;f<h.length;f++)h[f]=l.half[f]**2+u.half[f]**2-2*c.r[f]*l.half[f]*u.half[f];return{gain:Yr(l.gain,u.gain),variance:h}}),
r=t.reach.map((a,c)=>[0,Math.max(a,n.reach[c])]),i=new wt(e,s,r,t.derivative-n.derivative);return i.moments.forEach((a,c)=>wd(a,o[c],[t,n],c)),i.unsureBy(()=>jc(
i,t,n)),pl(i,t,n,(a,c)=>ei(e,a,c))}function wd(e,t,n,o){let s=n.map((a,c)=>t[c]>0?a.moments[o].within/t[c]:1),r=Math.sqrt(s[0]*s[1]),i=s.reduce((a,c,l)=>a+t[l]*
(c-r),0);e.within=Math.max(r*e.within+i,0)}function Qo(e,t,n,o=Jo){let{optimism:s}=e.sample,{gains:r}=e,i=bd(e,t),a=_d(e,t,i.derivative),c=e.sample.clusters?i:a,{mean:l,variance:u}=s.at(r);for(let v of[i,
a])v.unsureBy(()=>Bc(e,a.value-i.value,l));let h=[0,r.positiveTotal+r.negativeTotal],f=ne(i,e),p=a.value,m=e.value,g=o.profile===null;return{total:Je(o,e,m,{level:n,
bounds:h}),sharpness:Je(o,c,p,{level:n,bounds:h,pseudo:g,noise:l**2+u}),calibration:st(p-m,[f],{level:n,bounds:[0,1/0],noise:l**2+u}),sharpnessCorrected:Je(o,c,
p-l,{level:n,bounds:h.map(v=>v-l),pseudo:g,noise:u*ni}),calibrationCorrected:st(p-l-m,[f],{level:n,noise:u*ni}),perfect:h[1]-o.value,uninformative:rt(r,0,!0)+rt(
r,0,!1)-o.value,parts:{sharp:i,seen:c,optimism:l,noise:[l**2+u,u*ni]}}}var ml=w.constants.recalibrations_simulated,ni=ml/(ml-1);function bd(e,t){let{sample:n,gains:o}=e,
s=n.sides.map((i,a)=>{let c=n.blocks.evidence.map(p=>rt(o,p,a===0)),[l,u]=n.blockPlaces[a],h=new Float64Array(i.length),f=new Float64Array(i.length);for(let p=0;p<
i.length;p++)h[p]=(c[l[p]]+c[u[p]])/2,f[p]=(c[l[p]]-c[u[p]])/2;return{gain:h,half:f}}),r=new wt(n,s,dl(o),0);return t.own&&(r.derivative=xd(n,o,t)),r.gains=o,Zo(
r,t)}function dl({positiveTotal:e,negativeTotal:t}){return[[0,e],[0,t]]}function _d({sample:{blocks:e},gains:t},n,o){let s=e.sides.map((a,c)=>{let l=e.evidence.
map(u=>rt(t,u,c===0));return{gain:l,half:new Float64Array(l.length)}}),r={sides:e.sides,clusters:null},i=new wt(r,s,dl(t),o);return i.gains=t,Zo(i,n)}function xd(e,t,n){
let{blocks:o}=e,r={moments:o.sides.map((i,a)=>{let c=0;for(let l=0;l<i.length;l++)c+=i.w[l]*rt(t,o.evidence[l],a===0);return c/i.weight}).map(i=>({mean:i}))};return ti(
n)?Qr(r,n):yd(e,n)}function yd(e,t){let n=M(t.prevalence[0]),{blocks:o}=e,s=r=>{let i=N(n+r),a=fe({...t,prevalence:[i,i]});return o.sides.reduce((c,l,u)=>{let h=0;
for(let f=0;f<l.length;f++)h+=l.w[f]*rt(a,o.evidence[f]-r,u===0);return c+h/l.weight},0)};return(s(1e-4)-s(-1e-4))/2e-4}function gl(e,t,n,o){let s=t.map(p=>kd(e,p,At({...n,prevalence:null},p))),[r,i]=t.map(p=>p.prevalence),a=n.prevalence===null&&r!==i,c=a?{...n,prevalence:[Math.min(
r,i),Math.max(r,i)]}:n,l=t.map(p=>At(c,p)),u=t.map((p,m)=>De(e,p,l[m])),h=u.map((p,m)=>Qo(p,l[m],o)),f=a?_l(e,t,n):null;return Md(s,u,h,f,o)}function vl(e,t,n,o){
let[s,r]=t.map(h=>h.prevalence),i=n.prevalence===null&&s!==r,a=i?{...n,prevalence:[Math.min(s,r),Math.max(s,r)]}:n,c=t.map(h=>De(e,h,At(a,h))),l=i?_l(e,t,n):null,
u=l?wl(c,l.mechanism):c;return st(c[0].value-c[1].value,u,{pseudo:!l,level:o})}function kd(e,t,n){let o=De(e,t,n),{zero:s}=W(n.units);return s===null?o:ne(o,Xo(
o,Yo(t,n)[s].profile))}function Md(e,t,n,o,s){let r=([x,k])=>x.value-k.value,i=n.map(x=>x.parts.seen),a=n.map(x=>x.parts.sharp),c=x=>n[0].parts.noise[x]+n[1].parts.
noise[x],l=n[0].parts.optimism-n[1].parts.optimism,u=r(e),h=r(t),f=n[0].sharpness.value-n[1].sharpness.value,p=(x,k)=>o?wl(x,k):x,m=[0,1].map(x=>ne(t[x],a[x])),
g=[0,1].map(x=>ne(e[x],t[x])),v={total:st(u,e,{pseudo:!0,level:s}),mechanism:st(h,p(t,o?.mechanism),{pseudo:!o,level:s}),labelShift:st(u-h,p(g,Od(o?.mechanism)),
{level:s}),sharpness:st(f,p(i,o?.sharpness),{pseudo:!o,level:s,noise:c(0)}),sharpnessCorrected:st(f-l,p(i,o?.sharpness),{level:s,noise:c(1)})},_=o&&o.mechanism.
map((x,k)=>x-o.sharpness[k]);return v.calibration=st(h-f,p(m,_),{level:s,noise:c(0)}),v.calibrationCorrected=st(h-f+l,p(m,_),{level:s,noise:c(1)}),v}function Od(e){
return e?.map(t=>-t)}function wl(e,t){return e.map((n,o)=>bl(n,o===0?t[o]:-t[o]))}function bl(e,t){let n=e.withDerivative(e.derivative+t);return e.moving===null||
(n.moving={...e.moving,valueAt:o=>e.valueAt(o)+t*o,at:o=>bl(e.at(o),t),known:()=>e.known}),n}function _l(e,t,n){let o=t.map(r=>M(r.prevalence)),s={mechanism:[0,
0],sharpness:[0,0]};return t.forEach((r,i)=>{let a=Cr(r),[c,l]=[a,-a].map(u=>Td(e,t,n,o.map((h,f)=>f===i?h+u:h)));for(let u of["mechanism","sharpness"])s[u][i]=
(c[u]-l[u])/(2*a)}),s}function Td(e,t,n,o){let s=[Math.min(...o),Math.max(...o)].map(N),r=t.map(i=>{let a=At({...n,prevalence:s},i),c=fe(a);return{mechanism:De(
e,i,a).value,sharpness:Ed(i,c)}});return{mechanism:r[0].mechanism-r[1].mechanism,sharpness:r[0].sharpness-r[1].sharpness}}function Ed({blocks:e},t){return e.sides.
reduce((n,o,s)=>{let r=0;for(let i=0;i<o.length;i++)r+=o.w[i]*rt(t,e.evidence[i],s===0);return n+r/o.weight},0)}function St(e,t,n){let o;Object.defineProperty(e,t,{enumerable:!0,get:()=>o??=n()})}var no=-1,oo=-2,[oi,xl]=[40,26],ts=class{#t;#e=0;constructor(t,n,o){this.prevalence=yl(o.prevalence,oi),this.cost=yl(o.cost,xl),this.axes=o,this.names=[...n,...dn],
this.settingAt=t,this.winner=this.cost.map(()=>new Array(oi).fill(null)),this.#t=Nd(xl,oi)}get done(){return this.#e>=this.#t.length}work(t){let n=performance.now()+
t;for(let o=!0;!this.done&&(o||performance.now()<n);o=!1){let[s,r]=this.#t[this.#e++],[i,a]=[this.prevalence[r],this.cost[s]],c=Te(this.settingAt(i,a).judgement());
this.winner[s][r]=Ad(c,this.names,i,a)}return this.done}};function Ad(e,t,n,o){let{kind:s,model:r,settled:i}=e;return s==="use"?t.indexOf(r):s==="none"&&i?Sd(t,
n,o):s==="coarse"?oo:no}function Sd(e,t,n){let[o,s]=dn;return e.indexOf(t>=n?o:s)}function yl([e,t],n){let[o,s]=[M(e),M(t)];return Array.from({length:n},(r,i)=>N(
o+(s-o)*(i+.5)/n))}function Nd(e,t){let n=[];for(let o of[4,2,1])for(let s=0;s<e;s+=o)for(let r=0;r<t;r+=o)o<4&&s%(2*o)===0&&r%(2*o)===0||n.push([s,r]);return n}var Ol=Object.keys(w.rates),Tl=Object.keys(w.counts),$d=5,Rd=1.5,Id=.005,Cd={value:.5,low:0,high:1,error:1,coarse:!0},kl=1e-12,Pd=[[1,0],[0,1]],es=class{constructor(t,n,{
prevalence:o,observed:s,level:r,gamma:i=1}){Object.assign(this,{sample:t,cut:n,observed:s,level:r,clusters:t.clusters}),this.prices=[o,1-o],this.tilted=s||i===1?
null:this.#t((1-i)*(M(o)-M(t.prevalence)),i);let a=this.tilted?.sides??t.sides;this.reached=a.map(c=>c.x.map((l,u)=>Ke(l,c.s[u],n))),this.treated=a.map((c,l)=>Wd(
c,this.reached[l])),this.others=this.treated.map(Dd),this.unsure=a.map(c=>this.tilted?.isReached===!1?1/0:$r(c,n))}#t(t,n){let o=this.sample.tilts.kept(t);return{
...o,sides:gc(this.sample,o),perDistance:1-n}}all(){let t=this.prices.map(r=>1e3*r),n=this.observed?this.#c(this.#u(!0,t)):this.#f(!0,(r,i)=>t[0]*r+t[1]*i,1e3),
[o,s]=[!0,!1].map(r=>this.#s(r,[t[0],0]));return{sensitivity:this.#e(this.#c(this.#a(!0,[1,0],1)),[1,0],1),specificity:this.#e(this.#c(this.#a(!1,[0,1],1)),[0,1],
1),ppv:this.#e(this.#b(!0),this.#r(!0),1,this.#o(!0)),npv:this.#e(this.#b(!1),this.#r(!1),1,this.#o(!1)),treated_per_1000:this.#e(n,t,1e3),true_positives_per_1000:this.#e(
o,[t[0],0],t[0]),false_negatives_per_1000:this.#e(s,[t[0],0],t[0]),false_positives_per_1000:this.#e(this.#s(!0,[0,t[1]]),[0,t[1]],t[1])}}consequences(){let[t,n]=this.
treated.map(({share:r})=>r),[o,s]=this.prices;return{prevalence:o,treated:1e3*(o*t+s*n),truePositives:1e3*o*t,falseNegatives:1e3*o*(1-t),falsePositives:1e3*s*n,
error:{truePositives:1e3*o*this.unsure[0],falsePositives:1e3*s*this.unsure[1]}}}#e(t,n,o,s=1/0){if(t===null||t.coarse)return t;let r=Math.hypot(...n.map((c,l)=>c*
this.unsure[l])),i=Math.max(t.high-t.value,t.value-t.low),a=r*(1+Math.abs(1-2*t.value/o))+this.#n(s)*i;return{...t,error:a,coarse:a>i}}#n(t){return this.sample.
isExact?this.tilted?Id:0:Rr(this.sample)+Rd/t}#o(t){return this.#i(t).reduce((n,{share:o,size:s})=>n+o*s,0)}#r(t){let n=this.#i(t).map(({share:s},r)=>this.prices[r]*
s),o=(n[0]+n[1])**2;return o>0?[this.prices[0]*n[1]/o,this.prices[1]*n[0]/o]:[0,0]}#i(t){return t?this.treated:this.others}#s(t,n){let o=this.observed?this.#u(t,
n):this.#a(t,n,n[0]+n[1]);return this.#c(o)}#u(t,n){let[o,s]=this.#i(t).map(({share:i})=>i),r=this.prices[1]*n[0]*o-this.prices[0]*n[1]*s;return this.#a(t,n,1e3,
r)}#a(t,n,o,s=0,r=null){let i=this.#i(t),a=n.map((f,p)=>f*i[p].share),c=[a[0]-s,a[1]+s],l=this.tilted?this.#l(t,n,s):i.reduce((f,p,m)=>f+jd(p,n[m],c[m]),0),u=i.
flatMap(({size:f},p)=>n[p]===0?[]:[o*f/Math.abs(n[p])]);return{...{treated:t,prices:n,most:o,derivative:s,value:r??a[0]+a[1],alone:l},endSize:Math.min(...u)}}#l(t,n,o){
return this.#m(t,n,o).spreads().reduce((r,{within:i,between:a})=>r+i+a,0)}#c(t){let{value:n,most:o}=t,[s,r]=this.#p(t);return{value:n,low:o*s,high:o*r}}#p({value:t,
most:n,alone:o,endSize:s,...r}){let i=o,a=1/0;if(this.clusters){let h=this.#h(r);i=Math.max(o,h[0]),a=h[1]}let c=t/n,u=!(i>0)||Math.min(c,1-c)<kl?s:Math.min(c*(1-
c)*n**2/i,s);return Fd(c,u,ue(Math.min(a,1e9),this.level))}#h({treated:t,prices:n,derivative:o}){let s=this.#m(t,n,o),{variance:r,degrees:i}=Se([s]),[,a]=Ye(s.spreads().
flatMap(({size:c,within:l,between:u})=>[[l*c/(c-1),c-1],[u,c-1]]));return[r,Math.min(i,a)]}#m(t,n,o){let s=this.reached.map((i,a)=>({gain:i.map(c=>n[a]*(t?c:1-c)),
half:i.map(c=>n[a]*Math.sqrt(c*(1-c)))})),r=n.map(i=>[Math.min(i,0),Math.max(i,0)]);return this.tilted?this.#x(s,r,o):new wt(this.sample,s,r,o)}#x(t,n,o){let{sides:s,
apart:r,perDistance:i}=this.tilted,a=s.map((u,h)=>u.momentsOf(t[h].gain)),c=(a[0].covariance+a[1].covariance)/r,l=t.map(({gain:u,half:h},f)=>{let p=a[f].mean+(f===
0?c:-c),{tilts:m}=s[f];return{gain:u.map((g,v)=>p+m[v]*(g-p)),half:h.map((g,v)=>m[v]*g)}});return new wt(this.sample,l,n,o-i*c)}#b(t){let n=this.#i(t).map(({share:c},l)=>this.
prices[l]*c),o=n[0]+n[1];if(!this.sample.isExact&&this.#d(t))return Cd;if(o===0)return null;let s=t?0:1;if(!this.observed)return this.#f(t,(...c)=>Ld(this.prices,
s,c),1);let r=n[s]/o,i=t?1:-1,a=[i*this.prices[0]*n[1]/o**2,-i*this.prices[1]*n[0]/o**2];return this.#c(this.#a(t,a,1,i*r*(1-r),r))}#d(t){let n=this.#o(t);if(n>
0)return n<$d;let[o,s]=this.sample.widestRange;return t?s>=this.cut:o<this.cut}#f(t,n,o){let s=Pd.map(f=>this.#a(t,f,1)),r=s.map(({value:f})=>f),i=n(...r),a=s.map(
(f,p)=>this.#p(f).map(m=>n(...r.map((g,v)=>v===p?m:g))-i)),c=a.map(([f,p])=>p>=f),l=(c[0]===c[1]?1:-1)*this.#_(s),u=Ml(a.map(f=>Math.min(...f)),l),h=Ml(a.map(f=>Math.
max(...f)),l);return{value:i,low:Math.max(i-u,0),high:Math.min(i+h,o)}}#_([t,n]){if(!this.clusters&&!this.tilted)return 0;let o=a=>this.clusters?this.#h(a)[0]:this.#l(
a.treated,a.prices,a.derivative),[s,r]=[t,n].map(o);if(Math.min(s,r)<=kl*Math.max(s,r))return 0;let i=o({...t,prices:[1,1]});return y((i-s-r)/2/Math.sqrt(s*r),-1,
1)}};function Fd(e,t,n){let o=y(e,0,1),s=n**2/t,r=(o+s/2)/(1+s),i=Math.sqrt(s*o*(1-o)+s**2/4)/(1+s);return[Math.min(Math.max(r-i,0),o),Math.max(Math.min(r+i,1),
o)]}function Ld(e,t,n){let o=n.map((s,r)=>e[r]*s);return o[t]/(o[0]+o[1])}function Ml([e,t],n){return Math.sqrt(Math.max(e**2+t**2+2*n*Math.abs(e*t),0))}function Wd({
w:e,q:t,weight:n,squares:o},s){let r=0,i=0;for(let a=0;a<s.length;a++)r+=e[a]*s[a],i+=t[a]*s[a];return{weight:n,squares:o,counted:r,countedSquares:i,share:r/n,size:n**
2/o}}function Dd({weight:e,squares:t,counted:n,countedSquares:o,size:s}){let r=e-n;return{weight:e,squares:t,counted:r,countedSquares:t-o,share:r/e,size:s}}function jd({
weight:e,squares:t,countedSquares:n},o,s){return((o-s)**2*n+s**2*(t-n))/e**2}function ns(e,t){if(!Bd(e,t)||W(t.units).weighted)return null;let{result:n}=e;return t.group===null?n:n.groups.find(({name:o})=>o===t.group)??null}function Bd({
own:e,ownIsExact:t},n){let o=({prevalence:r,cost:i,shift:a})=>`${r}|${i}|${r===null?"":a}`;return o(n)===o(e)&&(t||!!n.study)&&!os(n)}function os({sources:e={},
recalibrated:t=[]}){return t.length>0||Object.keys(e).length>0}function oe(e,t){if(!t||t.value===null||t.low===null)return e;let{value:n,low:o,high:s}=t;return{
value:n,low:o,high:s,error:0,coarse:!1}}function El(e,t,n){return oe(n,e?.models?.[t]?.net_benefit)}function Al(e,t,n){let o=e?.models?.[t];return o?{...n,total:oe(
n.total,o.net_benefit),sharpness:oe(n.sharpness,o.sharpness),calibration:oe(n.calibration,o.calibration),calibrationCorrected:oe(n.calibrationCorrected,o.calibration_corrected)}:
n}function Sl(e,t,n){return oe(n,e?.default_strategies?.[t]?.net_benefit)}function Nl(e,t,{score:n,withCommonCutoff:o}){let s=e?.models?.[t];return{score:oe(n,s?.
net_benefit),withCommonCutoff:oe(o,s?.at_common_threshold?.net_benefit)}}var qd={total:"total",mechanism:"mechanism",labelShift:"label_shift",sharpness:"sharpne\
ss",calibration:"calibration",sharpnessCorrected:"sharpness_corrected",calibrationCorrected:"calibration_corrected"};function $l(e,t,{model:n,group:o,reference:s,
parts:r,readings:i}){let a=ns(e,{...t,group:o})?.gaps?.find(h=>h.model===n);if(!(a&&(a.reference===s||e.groups.length===2)))return{parts:r,readings:i};let l=Object.
entries(r).map(([h,f])=>[h,oe(f,a[qd[h]])]),u=a.readings?.difference_at_equal_prevalence;return{parts:Object.fromEntries(l),readings:i&&{...i,group:oe(i.group,u?.
group),all:oe(i.all,u?.all)}}}function Rl(e,t){let n=e?.models?.[t];if(!n?.sensitivity)return null;let o=r=>r&&{value:r.value,low:r.low,high:r.high,error:0},s=n.
per_1000_at_threshold;return Object.fromEntries([...Ol.map(r=>[r,o(n[r])]),...Tl.map(r=>[r,o(s[r.replace("_per_1000","")])])])}function Il(e,t,n){for(let{model:o,
reference:s,difference:r,confidence:i,confidence_above_margin:a}of e?.comparisons??[]){let c=o===t&&s===n;if(r.low===null||!c&&(o!==n||s!==t))continue;let{value:l,
low:u,high:h,simultaneous:f,standard_error:p}=r,m={seen:()=>p**2,error:0,coarse:!1};if(c)return{value:l,low:u,high:h,simultaneous:f,...m,confidence:(x=0)=>x===0?
i:a};let g={low:-f.high,high:-f.low},v=(_=0)=>_===0?1-i:null;return{value:-l,low:-h,high:-u,simultaneous:g,...m,confidence:v}}return null}function Cl({data:e,groups:t}){
let n=t.filter(({estimable:r})=>r).map(({prevalence:r})=>r),{low:o,high:s}=e.observed_prevalences;return{everyone:e.prevalence,groups:n,low:o,high:s}}function ss(e,t){
let n=t.models.length===e.models.length;if(t.group!==null||t.units!==yo||!n||ns(e,t)===null)return null;let{verdict:o}=e.result;return(t.margin??null)!==o.margin?
null:{text:o.text,best:o.best,tied:o.tied,betterThanWithout:o.better_than_without,decided:o.decided,runnerUp:o.runner_up,difference:{value:o.difference.value,...o.
difference.simultaneous},added:{value:o.added.value,...o.added.simultaneous},nonInferior:o.non_inferior,outside:o.outside,flips:o.flips.map(({beyond_chance:s,...r})=>({
...r,beyondChance:s}))}}var kn=4096,Wl=1e-9,Pl=1e9;function Dl(e,t,n){let o=zd(e,t),s=o.length>1?Hd(o):o;return s.length===0||s[0].length<=1?n:1-2*Ao(Ud(s,n))}function zd(e,t){let n=Wl*
Math.max(0,...e.flat()),o=t.filter(([s,r])=>e[s][r]>n);return o.map(([s,r])=>o.map(([i,a])=>{let c=(e[s][a]+e[r][i]-e[s][i]-e[r][a])/2;return Math.min(Math.max(
c/Math.sqrt(e[s][r]*e[i][a]),-1),1)}))}function Hd(e){let t=e.map(o=>[...o]),n=t.map(()=>[]);for(let o=0;o<t.length;o++){let s=t.reduce((c,l,u)=>Math.max(c,l[u]),
-1/0),r=t.findIndex((c,l)=>c[l]>=s-Wl);if(t[r][r]<=1e-6)break;let i=Math.sqrt(t[r][r]),a=t.map(c=>c[r]/i);a.forEach((c,l)=>n[l].push(c));for(let c=0;c<t.length;c++)
for(let l=0;l<t.length;l++)t[c][l]-=a[c]*a[l]}return n.map(o=>o.map(s=>s/Math.hypot(...o)))}function Ud(e,t){let n=e[0].length,o=Gd(e,Kd(n)),s=Vd(n),r=c=>{let l=0;
for(let u=0;u<kn;u++)l+=s(c/o[u]);return l/kn},i=ue(Pl,t)-.01,a=ue(Pl,1-(1-t)/e.length)+.01;for(;r(a)<t;)a+=.1;for(;r(i)>t;)i-=.1;return vn(c=>r(c)-t,i,a,1e-9)}
function Gd(e,t){let n=e[0].length,o=new Float64Array(kn);for(let s=0;s<kn;s++)for(let r of e){let i=0;for(let a=0;a<n;a++)i+=r[a]*t[s*n+a];o[s]=Math.max(o[s],Math.
abs(i))}return o}function Fl(e,t){let n=e*e/2,o=t%2===0,s=o?1:Math.sqrt(2/Math.PI)*e,r=0;for(let a=o?2:3;a<=t;a+=2)r+=s,s*=2*n/a;return(o?1:1-2*Ao(e))-Math.exp(
-n)*r}var so=128,Ll=12,si=new Map;function Vd(e){if(!si.has(e)){let o=Array.from({length:Ll*so+1},(i,a)=>a/so),s=Float64Array.from(o,i=>Fl(i,e)),r=Float64Array.
from(o,(i,a)=>i*(Fl(i,e-2)-s[a])/so);si.set(e,{values:s,slopes:r})}let{values:t,slopes:n}=si.get(e);return o=>{if(o>=Ll)return 1;let s=Math.floor(o*so),r=o*so-s,
i=t[s+1]-t[s],[a,c]=[n[s],n[s+1]];return t[s]+r*(a+r*(3*i-2*a-c+r*(a+c-2*i)))}}var ri=new Map;function Kd(e){return ri.has(e)||ri.set(e,Zd(e)),ri.get(e)}function Zd(e){
let t=Math.ceil(e/2),n=2;for(let r=0;r<64;r++)n=(1+n)**(1/(2*t+1));let o=new Float64Array(kn*e),s=(r,i)=>(.5+(r+1)*n**-(i+1))%1;for(let r=0;r<kn;r++){let i=[];for(let c=0;c<
t;c++){let l=Math.sqrt(-2*Math.log1p(-s(r,2*c))),u=2*Math.PI*s(r,2*c+1);i.push(l*Math.cos(u),l*Math.sin(u))}i.length=e;let a=Math.hypot(...i);i.forEach((c,l)=>o[r*
e+l]=c/a)}return o}var Yd=[.5,.5],Jd=["","prevalence","cost","both"],ro=16,is=class e{#t=new Map;#e=new Map;#n=new Map;#o=null;#r=new Map;#i=new Map;#s=null;#u=new Map;#a=null;constructor(t,n,o,s){
let{page:r,samples:i}=t.world(n);Object.assign(this,{engine:t,state:n,slice:o,shown:s,page:r,all:i,level:t.level}),this.samples=s.map(c=>i.of(o,[c])),this.names=
s.map(c=>({name:t.models[c],index:c}));let a=this.samples[0].prevalence;this.range=n.prevalence??[a,a],this.unit=W(n.units),this.costs=this.unit.usesCost?n.cost:
Yd,this.middle=n.weight?.median??N((M(this.range[0])+M(this.range[1]))/2),this.counted=ns(t,n),this.deployment=c=>At(n,this.samples[c])}get isMoved(){return this.
samples.some((t,n)=>eo(this.deployment(n)))}get shiftsInWords(){let t=this.names.map(({name:o})=>o),n=this.names.map(({index:o})=>this.engine.shifts[o]);return za(
n,t,this.state,Tt)}get worldless(){return this.isMoved?this.names.filter(({index:t})=>this.score(t).gains.exists===!1).map(({name:t})=>t):[]}score(t){if(!this.#t.
has(t)){let n=this.all.of(this.slice,[t]);this.#t.set(t,De(this.page,n,At(this.state,n)))}return this.#t.get(t)}get defaults(){return this.#o??=Yo(this.samples[0],
this.deployment(0)),this.#o}get zero(){return this.unit.zero===null?Jo:this.defaults[this.unit.zero]}model(t){let n=this.engine.models[t],o={name:n,index:t,score:El(
this.counted,n,rs(this.over(this.zero,t))),added:rs(this.compare(n,$)),auc:this.page.slices[this.slice].models[t].auc},s=this.decisions(t);return St(o,"decision\
s",()=>s.decisions),St(o,"split",()=>this.#l(t)),Object.assign(o,{cutoff:s.cutoff,consequences:s.consequences})}#l(t){let n=this.score(t);if(this.isMoved)return Xd(
n.perfect-this.zero.value,this.defaults[$].value-this.zero.value);let{parts:o,...s}=Qo(n,At(this.state,n.sample),this.level,this.zero);return Al(this.counted,this.
engine.models[t],s)}over(t,n,o=!0){let s=this.score(n),r=[0,s.perfect],i=this.#c([n]);return Je(t,s,s.value,{level:this.level,bounds:r,pseudo:o,noise:i})}#c(t){
let n=t.map(r=>this.engine.shifts[r]),o=n.map(r=>Wa(r,this.state));if(o.every(r=>r===0))return 0;let s=t.map((r,i)=>o[i]===0?0:this.#p(r));return n.length===2&&
ja(...n)?o[0]*(s[0]-s[1])**2:s.reduce((r,i,a)=>r+o[a]*i**2,0)}#p(t){if(!this.#e.has(t)){let n=this.all.of(this.slice,[t]),o=s=>De(this.page,n,At({...this.state,
shift:s},n)).value;this.#e.set(t,Da(this.engine.shifts[t],o))}return this.#e.get(t)}defaultStrategy(t){let{value:n,profile:o}=this.#h(t),s=o===null?Pr(n):st(n,[
o],{level:this.level});return Sl(this.counted,t,rs(s))}#h(t){let{zero:n}=this.unit,o=this.defaults[t].value-this.zero.value,s=this.defaults[t].profile;if(n===null||
s===null)return{value:o,profile:s};let r=t===n||o===0&&this.defaults[Ct].value<this.zero.value;return{value:o,profile:r?null:ne(s,this.zero.profile)}}cutoff(t){
return this.#m(this.score(t))}withCutoff(t,n){let o=this.all.of(this.slice,[t]),s=ll(o,At(this.state,o),n),r=this.zero.profile===null;return Je(this.zero,s,s.value,
{level:this.level,bounds:[0,s.perfect],pseudo:r})}#m(t){let[n=null]=t.sample.maps,o=m=>N(n?(m-n.intercept)/n.slope:m),{own:s,gamma:r}=At(this.state,t.sample),i=M(
t.sample.prevalence),a=(m,g)=>g-m+t.shift+(s||r===1?0:(1-r)*(m-i)),[c,l]=this.range.map(M),[u,h]=this.costs.map(M),f=(u+h)/2,p=a(M(this.middle),f);return{value:o(
p),low:o(a(l,u)),high:o(a(c,h)),at:m=>o(a(M(m),f)),decided:N(p),probability:N(f),prevalence:this.middle,source:N(t.shift),shift:s?1:r,observed:t.sample.prevalence,
over:Jd[+(c<l)+2*+(u<h)]}}decisions(t){let n=this.#m(this.score(t)),o=Rl(this.counted,this.engine.models[t]),s=this.#x(this.score(t).sample,M(n.decided)),r={cutoff:n,
consequences:o?Qd(o,this.middle):s.consequences()};return St(r,"decisions",()=>o??s.all()),r}#x(t,n){let o=this.state.prevalence===null,s=o?t.prevalence:this.middle;
return new es(t,n,{prevalence:s,observed:o,level:this.level,gamma:At(this.state,t).gamma})}get pairs(){let t=this.names.map(({name:n})=>n);return[...t.flatMap((n,o)=>t.
slice(o+1).map(s=>[n,s])),...t.flatMap(n=>ke.map(o=>[n,o]))]}get margin(){let{margin:t=null}=this.state;return t===null||this.unit.weighted?null:t/1e3}get isExact(){
return this.counted!==null||!!this.page.exact}comparisons(){return this.pairs.map(([t,n])=>{let o=this.compare(t,n);return{model:t,other:n,difference:rs(o),adjusted:this.
together(t,n),confidence:o.confidence(),aboveMargin:this.margin===null?null:o.confidence(this.margin)}})}together(t,n){let o=`${t}|${n}`;if(!this.#i.has(o)){let s=this.
compare(t,n),r=this.#d&&s.simultaneous,{value:i}=s;this.#i.set(o,r?{value:i,...r,error:0}:s.at(this.levelOfComparisons))}return this.#i.get(o)}isAhead(t,n){let o=`${t}\
|${n}`;return this.#u.has(o)||this.#u.set(o,this.#b(t,n)),this.#u.get(o)}#b(t,n){let o=this.compare(t,n);if(o.value<(this.margin??0))return!1;let s=({low:r,error:i=0})=>r-
i>w.constants.a_tie;if(!o.simultaneous||!this.#d){if(!s(o))return!1;if(s(o.at(1-(1-this.level)/this.pairs.length)))return!0}return s(this.together(t,n))}judgement(){
return this.#a??=ac({names:this.names.map(({name:t})=>t),compare:(t,n)=>this.compare(t,n),isAhead:(t,n)=>this.isAhead(t,n),worldless:this.worldless}),this.#a}get about(){
let[t,n]=this.costs,{isMoved:o}=this;return{range:this.range,costs:this.costs,median:this.middle,oneCost:t===n,isMoved:o}}patients(t){let[n,o]=[1e3*this.middle,
1e3*(1-this.middle)],s=(r,i,a,c)=>({name:r,index:i,kind:i===null?"default":"model",found:a,missed:n-a,unnecessary:c,spared:o-c});return[...t.map(({name:r,index:i,
consequences:a})=>s(r,i,a.truePositives,a.falsePositives)),s(Ct,null,n,o),s(Wt,null,0,0)]}get treatAll(){return this.defaults[Ct].value-this.zero.value}picked(t){
if(t.length<2)return null;let n=t.reduce((i,a)=>a.score.value>i.score.value?a:i),o=this.#d&&this.counted?.models?.[n.name]?.net_benefit?.simultaneous,s=this.#f(
this.names.map(({name:i})=>[i,Wt])),r=Bl(this.over(this.zero,n.index),s);return{name:n.name,count:t.length,value:n.score.value,...o||r(n.score)}}get#d(){return this.
state.group===null&&this.shown.length===this.engine.models.length}get levelOfComparisons(){return this.#s??=this.#f(this.pairs),this.#s}#f(t){let n=[...this.names.
map(({name:i})=>i),...ke],o=n.map((i,a)=>n.map((c,l)=>a<l?this.compare(i,c).seen():0)),s=o.map((i,a)=>i.map((c,l)=>a<l?c:o[l][a])),r=t.map(i=>i.map(a=>n.indexOf(
a)));return Dl(s,r,this.level)}compare(t,n,o=this.state){if(o!==this.state)return this.#y(t,n,o);let s=`${t}|${n}`;if(!this.#r.has(s)){let r=Il(this.counted,t,n),
i=this.#y(t,n,o);this.#r.set(s,r?this.#_(r,i):i)}return this.#r.get(s)}#_(t,n){let o=(this.engine.result.verdict.margin??0)/1e3,s=i=>i===0||i===o?t.confidence(i):
null;return{...t,confidence:(i=0)=>s(i)??Gn((t.value-i)/Math.sqrt(t.seen()),1e9),at:i=>Bl(n,i)(t)}}#y(t,n,o){let[s,r]=[t,n].map(i=>this.engine.models.indexOf(i));
return s>=0&&r>=0?this.#k(s,r,o):s>=0?this.over(this.defaults[n],s,!1):r>=0?ii(this.over(this.defaults[t],r,!1)):this.#g(t,n)}#g(t,n){let[o,s]=[this.#h(t),this.#h(
n)],r=o.value-s.value;if(o.profile===null&&s.profile===null)return Pr(r);if(o.profile===null)return ii(st(-r,[s.profile],{level:this.level}));let i=s.profile===
null?o.profile:ne(o.profile,s.profile);return st(r,[i],{level:this.level})}#k(t,n,o){if(t>n)return ii(this.#k(n,t,o));let s=o===this.state?this:new e(this.engine,
o,this.slice,this.shown),[r,i]=[s.score(t),s.score(n)],a=this.all.of(this.slice,[t,n]),c=s.#c([t,n]);return st(r.value-i.value,[ei(a,r,i)],{level:this.level,noise:c})}#v(t,n){
let o=n.find(i=>i.name===t);if(o)return o.consequences;let s=gt(...this.range),r=s>=gt(...this.costs);return{truePositives:r?1e3*s:0,falsePositives:r?1e3*(1-s):
0}}#w(t,n){let o=Ze(this.page,t);if(eo(At(this.state,t)))return this.#M(t,o)(n);let[s,r]=[M(n),M(this.costs[0])],i=r-s+o,[a,c]=this.unit.prices(s,r);return a*t.
shares.above(0,i)-c*t.shares.above(1,i)}#M(t,n){if(!this.#n.has(t)){let[o,s]=this.range.map(M),r=M(t.prevalence),i=c=>{let l=At({...this.state,prevalence:[N(c),
N(c)],weight:null},t);return ol(t,l,{source:n,observed:r})},a=Array.from({length:ro+1},(c,l)=>i(o+(s-o)*l/ro));this.#n.set(t,c=>{let l=y((M(c)-o)/(s-o)*ro,0,ro),
u=Math.min(Math.floor(l),ro-1);return a[u]+(l-u)*(a[u+1]-a[u])})}return this.#n.get(t)}forVerdict(t){let n=this.names.map(({name:s})=>s),o=s=>this.samples[n.indexOf(
s)];return{names:n,level:this.level,state:this.state,phrases:Ia(this.state,{names:le(this.engine.result),range:this.range,costs:this.costs,deployment:this.engine.
result.deployment}),possible:Math.max(0,this.score(this.shown[0]).perfect-this.defaults[$].value),least:this.page.smallest_cell,margin:this.margin,range:this.range,
costs:this.costs,observed:Cl(this.engine.result),shifts:this.shiftsInWords,count:this.pairs.length,adjusts:this.levelOfComparisons>this.level,compare:(s,r)=>this.
compare(s,r),together:(s,r)=>this.together(s,r),doneBy:s=>this.#v(s,t),judgement:this.judgement(),valueAt:(s,r)=>this.#w(o(s),r),lead:(s,r,i)=>this.compare(s,r,
{...this.state,prevalence:i})}}};function Xd(e,t){return{sharpness:null,calibration:null,sharpnessCorrected:null,calibrationCorrected:null,perfect:e,uninformative:t}}
function Qd(e,t){return{prevalence:t,treated:e.treated_per_1000.value,truePositives:e.true_positives_per_1000.value,falseNegatives:e.false_negatives_per_1000.value,
falsePositives:e.false_positives_per_1000.value,error:{truePositives:e.true_positives_per_1000.error??0,falsePositives:e.false_positives_per_1000.error??0}}}function ii({
seen:e,at:t,confidence:n,...o}){return{...jl(o),seen:e,at:s=>jl(t(s)),confidence:(s=0)=>1-n(-s)}}function jl({value:e,low:t,high:n,error:o,coarse:s}){return{value:-e,
low:-n,high:-t,error:o,coarse:s}}function Bl(e,t){let{low:n,high:o}=e.at(t),s=e.high>e.low?(o-n)/(e.high-e.low):1;return r=>({value:r.value,low:r.value-s*(r.value-
r.low),high:r.value+s*(r.high-r.value),error:s*(r.error??0),coarse:r.coarse??!1})}function rs({value:e,low:t,high:n,error:o=0,coarse:s=!1}){return{value:e,low:t,
high:n,error:o,coarse:s}}var{shift:jt}=w,tg=[0,25,50,75,100],ai=5,[zl,ci]=["nowhere","unknown"],as=class{#t=new Map;constructor(t){this.conclusionAt=t}work(){let t=this.#n;return t===void 0?
!0:(this.#t.set(t,this.conclusionAt(t/100)),this.done)}get done(){return this.#n===void 0}get#e(){return[...this.#t.keys()].sort((t,n)=>t-n)}get#n(){let t=tg.find(
s=>!this.#t.has(s));if(t!==void 0)return t;let n=this.#e,o=n.findIndex((s,r)=>r>0&&s-n[r-1]>ai&&this.#o(n[r-1],s));return o<0?void 0:Math.round((n[o-1]+n[o])/2/
ai)*ai}#o(t,n){return cs(this.#t.get(t))!==cs(this.#t.get(n))}get stretches(){let t=this.#e,n=t.filter((o,s)=>s===0||this.#o(t[s-1],o));return n.map((o,s)=>({...this.#t.
get(o),low:o/100,high:(n[s+1]??101)/100-.01}))}},cs=({conclusion:e,models:t,left_out:n})=>JSON.stringify([e,[...t].sort(),n]);function ls(e){let{kind:t,model:n,
tied:o}=Te(e),s={left_out:e.worldless};return e.worldless.length>0?{conclusion:zl,models:[],...s}:t==="coarse"?{conclusion:ci,models:[],...s}:t==="use"?{conclusion:"\
use",models:[n],...s}:t==="close"?{conclusion:"tied",models:o,...s}:{conclusion:"none",models:[],...s}}function Hl(e,t){let n=e.filter(({conclusion:l})=>l!==zl&&
l!==ci),o=l=>ql(l)?ql(t):cs({...l,left_out:[]})===cs({...t,left_out:[]}),r=n.filter(l=>!o(l)).map(l=>d(jt.turn,{where:li(l),conclusion:ng(l)})),a=e.every(({conclusion:l})=>l!==
ci)&&n.length>0?[eg(e,n)]:[];return[...r.length>0?[d(jt.turns,{turns:r.join(jt.then)})]:a,...og(e)].join(" ")}function ql({conclusion:e,models:t}){return e==="n\
one"||t.length===1&&t[0]===$}function eg(e,t){return t.length===e.length?jt.holds:d(jt.holds_where,{where:li({low:t[0].low,high:t.at(-1).high})})}function ng({conclusion:e,
models:t,left_out:n}){let o=t.length===1&&t[0]===$?"worse":e,s=d(jt[o],{models:Tt(t)});return n.length>0?d(jt.among,{conclusion:s,models:Tt(n)}):s}function og(e){
let t=new Map;for(let n of new Set(e.flatMap(({left_out:o})=>o))){let o=e.findLast(({left_out:r})=>r.includes(n)),s=li({low:0,high:o.high});t.set(s,[...t.get(s)??
[],n])}return[...t].map(([n,o])=>d(jt.no_place,{where:n,models:Tt(o)}))}function li({low:e,high:t}){let n=o=>L(o,2);return e===0&&t===1?jt.everywhere:e===0?d(jt.
below,{high:n(t+.01)}):e===t?d(jt.at,{low:n(e)}):t===1?d(jt.above,{low:n(e-.01)}):d(jt.from_to,{low:n(e),high:n(t)})}var Ul={prevalence:[5e-4,.95],cost:[1/1001,1e3/1001]};function Zl(e){return new hi(e)}var hi=class{constructor({result:t,page:n}){this.result=t,this.page=n,this.
samples=new jo(n),this.models=n.models.map(o=>o.name),this.groups=t.groups,this.level=t.deployment.level,this.ownIsExact=n.own.exact,this.shifts=n.models.map(({
shift:o})=>o??sg),this.own={...ag(n.own.state),shift:rg(this.shifts),units:yo,group:null,models:[...this.models],margin:t.verdict.margin,sources:{},recalibrated:[],
against:null},this.limits=ig(this.own)}patientsPrevalence(t){return this.#e(this.#t(t),0).prevalence}get counted(){return this.result.data.clusters===null?w.tables.
patients:w.tables.rows}#t(t){let n=this.page.slices.findIndex(o=>o.kind===(t===null?"everyone":"group")&&o.name===t);if(n<0)throw new RangeError(`no group ${t} \
on this page`);return n}#e(t,n){return this.samples.of(t,[n])}#n=new Map;world({sources:t={},recalibrated:n=[]}){if(!os({sources:t,recalibrated:n}))return this;
let o=JSON.stringify([t,n]);return this.#n.has(o)||this.#n.set(o,this.#o(t,n)),this.#n.get(o)}#o(t,n){let o=new Map,s=this.page.models.map((r,i)=>{let a=n.includes(
r.name)?this.recalibrationOf(i):null;return a===null?{...r,source:t[r.name]??r.source}:(o.set(i,a),{...r,source:null})});return{page:{...this.page,models:s},samples:this.
samples.withRecalibrated(o)}}recalibrationOf(t){return this.page.slices[Gl].models[t].recalibration??null}at(t){return new is(this,this.#r(t),this.#t(t.group),this.#s(
t))}#r(t){let o=`${t.prevalence}|${t.cost}`==`${this.own.prevalence}|${this.own.cost}`&&!this.ownIsExact;return{...t,study:o,shifts:this.shifts,weight:o?this.page.
own.weight??null:null}}answer(t){let n={...this.own,...t},o=this.#t(n.group),s=this.#s(n),r=this.at(n),i=s.map(l=>r.model(l)),a=Object.fromEntries(ke.map(l=>[l,
r.defaultStrategy(l)])),c={state:n,names:le(this.result),scale:W(n.units).scale,level:this.level,slice:this.#u(n.group,o),models:i,defaults:a,margin:r.margin,exact:r.
isExact,setting:r.about,verdict:this.#i(r.state,r.forVerdict(i)),patients:r.patients(i)};return St(c,"comparisons",()=>r.comparisons()),St(c,"error",()=>cg(c)),
c.conclusion=Te(c.verdict),St(c,"picked",()=>r.picked(i)),St(c,"before",()=>this.#a(c,r)),St(c,"groups",()=>this.#p(n,s)),St(c,"gaps",()=>c.setting.isMoved?[]:this.#x(
n,s)),St(c,"groupDecisions",()=>this.#m(n,s)),c}#i(t,n){let o=ss(this,t);if(o===null)return Ua(n);let{judgement:s,possible:r}=n,{noneCanBeBetter:i,worldless:a}=s,
c=hr(o,n);return{...o,possible:r,coarse:!1,noneCanBeBetter:i,worldless:a,sentence:c}}#s(t){let n=t.models.map(o=>this.models.indexOf(o)).filter(o=>o>=0);return n.
length?n:this.models.map((o,s)=>s)}#u(t,n){let o=t===null?{name:"everyone",...this.result.data}:this.groups.find(s=>s.name===t);return{name:o.name,patients:o.used??
o.patients,positives:o.positives,counted:this.counted,prevalence:this.#e(n,0).prevalence}}#a({state:t,models:n,verdict:o,scale:s,slice:r},i){let a=this.models.filter(
(f,p)=>this.recalibrationOf(p)!==null),c=this.at({...t,recalibrated:a,sources:{}}),l=ec({models:n.map(f=>this.#l(f,t,a.includes(f.name)?c:null)),verdict:o,state:i.
state,scale:s,range:i.range,prevalence:r.prevalence,shifts:i.shiftsInWords,groups:t.group===null?this.#c(t):[],clusters:null,recalibratedLead:(f,p)=>a.includes(
f)&&a.includes(p)?c.compare(f,p):null}),u=ss(this,i.state)&&!os(t)?this.result.before_you_decide:null;if(!u)return l;let h=({kind:f,models:p=[]})=>l.find(m=>m.kind===
f&&`${m.models}`==`${p}`)?.actions??[];return u.map(f=>({...f,actions:h(f),action:h(f)[0]??null}))}#l(t,{group:n},o){let{name:s,added:r,cutoff:i}=t,a=n===null?this.
result:this.groups.find(l=>l.name===n),c={name:s,added:r,cutoff:i,recalibratedAdded:o&&o.compare(s,$),observedExpected:Vl(a.models?.[s]),impliedSource:this.#e(this.#t(
n),t.index).impliedSource};return St(c,"lossCorrected",()=>t.split.calibrationCorrected),c}#c(t){let n=this.groups.filter(({estimable:o})=>o);return n.map(({name:o})=>{
let s=this.at({...t,group:o}),r=1-(1-this.level**(1/n.length))/s.pairs.length;return{name:o,together:(a,c)=>{let l=s.compare(a,c);return l.simultaneous?{...l,...l.
simultaneous}:l.at(r)}}})}#p(t,n){return this.groups.map(o=>({name:o.name,patients:o.patients,positives:o.positives,prevalence:o.prevalence??null,estimable:o.estimable,
whyNot:o.why_not??null,models:o.estimable?this.#h(t,o,n):[]}))}#h(t,n,o){let s=this.at({...t,group:n.name}),r=this.at({...t,group:null});return o.map(i=>{let a=this.
models[i],c=r.cutoff(i),l={score:s.over(s.zero,i),withCommonCutoff:s.withCutoff(i,c.decided)};return{name:a,index:i,...Nl(s.counted,a,l),observedExpected:n.models[a].
observed_expected,cutoff:s.cutoff(i).value,commonCutoff:c.value}})}#m(t,n){return this.groups.filter(({estimable:o})=>o).flatMap(({name:o})=>{let s=this.at({...t,
group:o});return n.map(r=>({group:o,name:this.models[r],index:r,...s.decisions(r)}))})}#x(t,n){let o=this.#r(t),{page:s,samples:r}=this.world(o);return this.page.
gaps.flatMap(({group:i,reference:a,slices:c})=>n.map(l=>{let u={model:this.models[l],index:l,group:i,reference:a},h=c.map(m=>r.of(m,[l])),f=gl(s,h,o,this.level),
p=this.#b(i,c,l,o);return{...u,...$l(this,o,{...u,parts:f,readings:p})}}))}#b(t,n,o,s){let i=(this.groups.find(({name:p})=>p===t).gaps??[]).find(({model:p})=>p===
this.models[o])?.readings;if(!i)return null;let a=n.map(p=>this.#e(p,o)),[c,l]=[!1,!0].map(p=>{let m=this.page.models.map(g=>({...g,source:null,source_of_all:p}));
return vl({...this.page,models:m},a,s,this.level)}),{observed_expected:u,supported:h,neither_fits:f}=i;return{group:c,all:l,ratios:u,supported:h,neither_fits:f,
used:this.#d(o)}}#d(t){return this.page.models[t].source_of_all?"all":"group"}#f(t){let{range:n}=this.at(t),o=[...this.own.prevalence??[],this.samples.of(Gl,[0]).
prevalence];return Er(o,n,this.limits.prevalence)}#_(t){return Er(this.own.cost,this.at(t).costs,this.limits.cost)}#y(t){let{range:n,middle:o,costs:s}=this.at(t);
return{range:n,median:o,cost:s}}#g=new Map;#k(t,n){return this.#g.has(t)||(this.#g.size>12&&this.#g.clear(),this.#g.set(t,n())),this.#g.get(t)}differenceCurve(t,n,o){
let s=this.#f(t),r=JSON.stringify(["difference",Kl(t),s,n,o]),i=this.#k(r,()=>wc(c=>this.at(c),t,s,n,o)),a=c=>this.at({...t,prevalence:[c,c]}).compare(n,o);return{
...i,...this.#y(t),at:a}}valueCurve(t){let n=this.models.filter((a,c)=>this.recalibrationOf(c)!==null),o=this.#f(t),s={sources:{},recalibrated:n},r=JSON.stringify(
["value",Kl(t),o]);return{...this.#k(r,()=>bc(a=>this.at(a),t,o,s)),...this.#y(t),scale:W(t.units).scale}}decisionCurve(t){let{middle:n,costs:o}=this.at(t),s={...us(
t),prevalence:t.prevalence===null?null:[n,n]};return{..._c(i=>this.at(i),s,this.#_(t)),range:o,prevalence:n}}#v=new Map;shiftDial(t){let{shift:n,against:o,...s}={
...this.own,...t},r=JSON.stringify(s);if(!this.#v.has(r)){this.#v.size>20&&this.#v.clear();let i=a=>ls(this.at({...s,shift:a}).judgement());this.#v.set(r,new as(
i))}return this.#v.get(r)}shiftVerdict(t){return ss(this,this.#r(t))&&(this.result.verdict.shift?.stretches??null)}#w=new Map;map(t){let{group:n,models:o,margin:s,
sources:r,recalibrated:i,shift:a,units:c,prevalence:l,cost:u}=us(t),h={prevalence:this.#f(t),cost:this.#_(t)},f=JSON.stringify([n,o,s,r,i,a,c,h]);if(!this.#w.has(
f)){this.#w.size>20&&this.#w.clear();let m=(v,_)=>this.at({...us(t),prevalence:[v,v],cost:[_,_]}),g=this.#s(t).map(v=>this.models[v]);this.#w.set(f,new ts(m,g,h))}
let p=this.#w.get(f);return p.box={prevalence:l??this.at(t).range,cost:u},p}pointAt(t,n,o){let s={...this.own,...us(t),prevalence:[n,n],cost:[o,o]},r=this.at(s),
i={state:s,scale:W(s.units).scale,level:this.level,verdict:r.judgement()};return i.conclusion=Te(i.verdict),St(i,"comparisons",()=>r.comparisons()),St(i,"models",
()=>this.#s(s).map(a=>r.model(a))),i}calibration(t){let n=this.at(t),o=t.group===null?this.result:this.groups.find(({name:s})=>s===t.group);return n.names.map(({
name:s,index:r},i)=>({name:s,index:r,curve:this.page.slices[n.slice].models[r].calibration??null,histogram:yc(n.samples[i]),observedExpected:Vl(o.models?.[s])}))}roc(t){
let{samples:n,names:o,deployment:s,slice:r,page:i}=this.at(t);return n.map((a,c)=>xc(i,a,o[c],s(c),this.page.slices[r].models[o[c].index].auc))}},Gl=0,sg={gamma:1,
standard_error:0,degrees_of_freedom:null};function rg([e,...t]){return t.every(({gamma:n})=>n===e.gamma)?e.gamma:null}function Vl(e){return e?.observed_expected??
null}function ig({prevalence:e,cost:t}){let n=(o,s)=>s?[Math.min(o[0],s[0]),Math.max(o[1],s[1])]:o;return{prevalence:n(Ul.prevalence,e),cost:n(Ul.cost,t)}}var ui=14;
function ag({prevalence:e,cost:t}){let n=s=>s&&s.map(r=>N(y(M(r),-ui,ui))),o=s=>s&&s.every(r=>Math.abs(M(r))<=ui)?s:n(s);return{prevalence:o(e),cost:o(t)}}function Kl({
cost:e,shift:t,units:n,group:o,models:s,sources:r,recalibrated:i}){return{cost:e,shift:t,units:n,group:o,models:s,sources:r,recalibrated:i}}function cg({models:e,
comparisons:t}){let n=[...e.map(({score:o})=>o),...t.map(({difference:o})=>o)];return Math.max(0,...n.map(({error:o=0})=>o))}function us(e){return{...e,units:W(
e.units).overCosts}}var fi=["#0072B2","#E69F00","#009E73","#CC79A7","#D55E00","#56B4E9","#000000","#7A6BC4"],Yl=["#0072B2","#8A5F00","#007A59","#94437A","#B04E00","#1A6FA3","#00000\
0","#5B4BA6"],je=(e,t)=>`var(--${e}, ${t})`,D=je("ink","#1f2328"),A=je("quiet","#57606a"),Mn=je("line","#d0d7de"),hs=je("faint","#f4f6f8"),J=je("paper","#ffffff"),
Xe=je("accent","#005a8c");function Jl(e){let t=e%fi.length,n=fi[t]!==Yl[t];return{colour:je(`model-${t}`,fi[t]),edge:je(`model-${t}-edge`,Yl[t]),edged:n}}function Xl(e){
return e.replace(/var\(--[\w-]+, (#[0-9a-fA-F]{3,8})\)/g,"$1")}var Qe="http://www.w3.org/2000/svg";function io(e){e.nextDrawn=e.firstChild}function O(e,t,n={}){let o=e.nextDrawn??null;if(o?.drawnTag===t)e.nextDrawn=o.nextSibling;else{
let r=document.createElementNS(Qe,t);r.drawnTag=t,e.insertBefore(r,o),o=r}let s=o.drawnAttributes??{};for(let r in n)n[r]!==s[r]&&o.setAttribute(r,n[r]);for(let r in s)
r in n||o.removeAttribute(r);return o.drawnAttributes=n,t!=="text"&&io(o),o}function ao(e){for(;e.nextDrawn;){let t=e.nextDrawn;e.nextDrawn=t.nextSibling,t.remove()}
for(let t=e.firstChild;t;t=t.nextSibling)t.firstChild&&t.drawnTag!=="text"&&ao(t)}function T(e){return Math.round(e*10)/10}function Be(e,t){let n="",o="M";for(let s=0;s<
e.length;s++)Number.isFinite(e[s])&&Number.isFinite(t[s])?(n+=o+T(e[s])+" "+T(t[s]),o="L"):o="M";return n}var Ql=["","14 3","14 3 3 3","14 3 3 3 3 3","7 3 7 7"],tu=["circle","square","up","diamond","down","plus","cross"],tn="4 3.2",fs={colour:A,edge:A,dash:"1.5 3.5",
marker:null,width:2.2},ps={colour:A,edge:A,dash:"",marker:null,width:1.4};function q(e){return e>=0?{index:e,...Jl(e),dash:Ql[e%Ql.length],marker:tu[e%tu.length],
width:2.2}:{...ps,width:2.2}}var lg={circle:(e,t,n)=>`M${e-n} ${t}a${n} ${n} 0 1 0 ${2*n} 0a${n} ${n} 0 1 0 ${-2*n} 0z`,square:(e,t,n)=>`M${e-n} ${t-n}h${2*n}v${2*
n}h${-2*n}z`,up:(e,t,n)=>`M${e} ${t-1.2*n}l${1.2*n} ${2.1*n}h${-2.4*n}z`,diamond:(e,t,n)=>`M${e} ${t-1.3*n}l${1.3*n} ${1.3*n}l${-1.3*n} ${1.3*n}l${-1.3*n} ${-1.3*
n}z`,down:(e,t,n)=>`M${e} ${t+1.2*n}l${1.2*n} ${-2.1*n}h${-2.4*n}z`,plus:(e,t,n)=>{let o=.8*n;return`M${e-o/2} ${t-1.5*o}h${o}v${o}h${o}v${o}h${-o}v${o}h${-o}v${-o}\
h${-o}v${-o}h${o}z`},cross:(e,t,n)=>{let[o,s,r]=[.6*n,.8*n,1.2*n];return`M${e-n} ${t-r}l${n} ${s}l${n} ${-s}l${-o} ${r}l${o} ${r}l${-n} ${-s}l${-n} ${s}l${o} ${-r}\
z`}};function Z(e,t,n,o){return!e.marker||!Number.isFinite(t)||!Number.isFinite(n)?"":lg[e.marker](T(t),T(n),o)}function nt(e,t,n){n&&O(e,"path",{d:n,fill:t.colour,
stroke:D,"stroke-width":1})}function kt(e,t,n,o){if(!n)return;let s={d:n,fill:"none","stroke-dasharray":t.dash||"none","stroke-linejoin":"round",...o};t.edged&&
O(e,"path",{...s,stroke:t.edge,"stroke-width":t.width+1});let r=t.edged?t.width-.6:t.width;O(e,"path",{...s,stroke:t.colour,"stroke-width":r})}function On(e,t,n,o=.18){
n&&O(e,"path",{d:n,fill:t.colour,"fill-opacity":o,stroke:"none"})}function Ne(e,t,n,o=4){let[s,r]=[T(e),T(t)];return`M${s} ${n}H${r}M${s} ${n-o}v${2*o}M${r} ${n-
o}v${2*o}`}function eu(e,t,...n){let o=document.createElementNS(Qe,e);for(let[s,r]of Object.entries(t))o.setAttribute(s,r);return o.append(...n),o}function ms(e){let{colour:t,
edge:n,dash:o}=q(e),s=(i,a)=>eu("path",{d:"M1 5h26",fill:"none",stroke:i,"stroke-width":a,"stroke-dasharray":o||"none"});return eu("svg",{class:"swatch",width:28,
height:10,viewBox:"0 0 28 10","aria-hidden":"true"},s(n,3.4),s(t,2.2))}function b(e,t={},...n){let o=document.createElement(e);for(let[s,r]of Object.entries(t))r===!1||r===null||r===void 0||o.setAttribute(s,r===!0?"":r);return o.append(
...n),o}function Tn(e){return b("bdi",{class:"name"},e)}function P(e,t){e.textContent!==t&&(e.textContent=t)}var ds=8,ug="(max-width: 680px)",hg=["input:checked[type=radio]","input:not([disabled]):not([hidden]), select","button"],Bt=null;function se({key:e,title:t,content:n,
onOpen:o=()=>{}}){let s=b("p",{class:"panel-title",id:`panel-${e}-title`},t),r=b("button",{type:"button",class:"done"},w.page.done),i=b("div",{class:"panel",id:`\
panel-${e}`,role:"dialog","aria-labelledby":s.id,hidden:!0},s,...n,r),a={element:i,heading:s,onOpen:o,opener:null};return r.addEventListener("click",()=>En({giveBack:!0})),
{element:i,heading:s,attach(c){return c.setAttribute("aria-haspopup","dialog"),c.setAttribute("aria-controls",i.id),c.setAttribute("aria-expanded","false"),c.addEventListener(
"click",()=>a.opener===c?En({giveBack:!0}):fg(a,c)),c}}}function fg(e,t){En({giveBack:!1}),Bt=e,e.opener=t,t.setAttribute("aria-expanded","true"),e.element.hidden=
!1,e.onOpen(),nu(e,t),hg.map(o=>e.element.querySelector(o)).find(o=>o!==null).focus({preventScroll:!0})}function En({giveBack:e}){if(Bt===null)return;let{element:t,
opener:n}=Bt;Bt.opener=null,Bt=null,t.hidden=!0,n.setAttribute("aria-expanded","false"),e&&n.focus({preventScroll:!0})}function nu({element:e},t){let{style:n}=e,
o=t.closest("[data-stays]")!==null;if(e.classList.toggle("stays",o),n.left=n.top="",matchMedia(ug).matches)return;let s=t.getBoundingClientRect(),r=[t.closest("\
[data-keep-clear]"),document.querySelector("[data-keep-seen]")],[i,a]=r.map(u=>u?.getBoundingClientRect()),c=document.documentElement.clientWidth-e.offsetWidth-
ds,l=i&&a&&a.right<c?a.right+ds:ds;n.left=`${Math.max(Math.min(Math.max(s.left,l),c),ds)+(o?0:scrollX)}px`,n.top=`${(i??s).bottom+6+(o?0:scrollY)}px`}var ou=e=>Bt.
element.contains(e)||Bt.opener.contains(e);addEventListener("keydown",e=>{Bt===null||e.key!=="Escape"||(e.preventDefault(),En({giveBack:!0}))});addEventListener(
"pointerdown",e=>{Bt!==null&&!ou(e.target)&&En({giveBack:!1})});addEventListener("focusin",e=>{Bt!==null&&!ou(e.target)&&En({giveBack:!1})});addEventListener("r\
esize",()=>{Bt!==null&&nu(Bt,Bt.opener)});var{models:pe,margin:An,against:su,stated:gs,units:ru}=w.page;function iu(e,t){let n=pg(e,t),o=mg(e,t),s=se({key:"models",title:pe.title,content:[o.element,n.element]});
function r(a){n.show(a),o.show(a)}function i({group:a,models:c}){let l=e.models.length,u=c.length===l?pe.all:pe.some,h=l===1?pe.one_model:d(u,{count:c.length,all:l});
return e.groups.length===0?h:`${a??pe.everyone}, ${h}`}return{...s,show:r,words:i}}function pg(e,t){let n=e.models.map(()=>b("input",{type:"checkbox"})),o=()=>e.
models.filter((l,u)=>n[u].checked),s=e.models.map((l,u)=>b("label",{class:"check",title:l},n[u],ms(u),Tn(l))),r=b("p",{class:"said",role:"status"});n.forEach(l=>l.
addEventListener("change",()=>{o().length===0?(l.checked=!0,r.textContent=pe.stays):t({models:o()})}));let i=b("div",{class:"list"},...s),a=b("div",{class:"mode\
ls",role:"group","aria-label":pe.shown},i,r);function c({models:l}){P(r,""),e.models.forEach((u,h)=>{n[h].checked=l.includes(u)})}return{element:a,show:c}}function mg(e,t){
let n=({name:i,patients:a,estimable:c},l)=>b("option",{value:l,disabled:!c},`${i} (${c?`${B(a)} ${e.counted}`:pe.not_estimable})`),o=b("select",{id:"group"},b("\
option",{value:"-1"},pe.everyone),...e.groups.map(n));return o.addEventListener("change",()=>t({group:e.groups[Number(o.value)]?.name??null})),{element:b("div",
{class:"group",hidden:e.groups.length===0},b("label",{for:"group"},pe.group),o),show:({group:i})=>{o.value=String(e.groups.findIndex(({name:a})=>a===i))}}}function pi(e,t){
let n=b("div",{class:"list",role:"radiogroup","aria-label":t}),o="";function s(r,i,a){let c=JSON.stringify(r.map(({text:u})=>u));if(c!==o){o=c;let u=({value:h,text:f},p)=>{
let m=b("input",{type:"radio",name:e,value:p});return m.addEventListener("change",()=>a(h)),b("label",{class:"check"},m,b("bdi",{},f))};n.replaceChildren(...r.map(
u))}let l=r.findIndex(({value:u})=>u===i);[...n.querySelectorAll("input")].forEach((u,h)=>{u.checked=h===l})}return{element:n,show:s}}function au(e){let t=pi("u\
nits",ru.title),n=se({key:"units",title:ru.title,content:[t.element]}),o=Hn.map(({name:r})=>({value:r,text:r}));return{...n,show:({units:r})=>t.show(o,r,i=>e({units:i})),
words:({units:r})=>r}}function cu(e){let t=b("input",{type:"text",inputmode:"decimal",autocomplete:"off",id:"margin"}),n=b("p",{class:"said",role:"status"}),o=b(
"p",{class:"note"},An.note),s=b("label",{for:"margin"},An.label),r=[b("div",{class:"typing"},s,t),o,n],i=se({key:"margin",title:An.title,content:r,onOpen:()=>P(
n,"")}),a="";t.addEventListener("change",()=>{let u=t.value.trim();if(u===a)return;let h=u===""?null:Number(u.replace(",",".")),f=h!==null&&!(h>=0&&h<1e3);P(n,f?
d(An.not_a_number,{typed:u}):""),f?t.setAttribute("aria-invalid","true"):e({margin:h})}),t.addEventListener("blur",()=>{t.value=a,t.removeAttribute("aria-invali\
d")});function c({margin:u,units:h}){a=(u??null)===null?"":L(u,6),t.disabled=W(h).weighted,t.removeAttribute("aria-invalid"),document.activeElement!==t&&(t.value=
a)}return{...i,show:c,words:({margin:u})=>(u??null)===null?An.none:d(An.some,{margin:L(u,6)})}}function lu(e){let t=pi("against",""),n=se({key:"against",title:"",
content:[t.element]});function o({state:s,models:r,verdict:i}){let{best:a,runnerUp:c}=i;P(n.heading,d(su.title,{best:a}));let u=[...r.map(({name:f})=>f),...ke].
filter(f=>f!==a&&(f!==$||c!==f)),h=[{value:null,text:d(su.runner_up,{name:c})},...u.map(f=>({value:f,text:f}))];t.show(h,s.against??null,f=>e({against:f}))}return{
...n,show:o}}function uu(e,t){let n=pi("stated",gs.title),o=se({key:"stated",title:gs.title,content:[n.element]}),s=e.map(({name:i,exact:a},c)=>({value:c,text:a?
i:d(gs.range,{name:i})}));function r(i){let a=e.findIndex(c=>bn({...i,...c.state},i));n.show(s,a,c=>t({...e[c].state},!0))}return{...o,show:r,words:()=>gs.button,
isEmpty:e.length===0}}var dg=Array.from({length:90},(e,t)=>10+t);function mi(e,t){let n=[];for(let o=Math.floor(Math.log10(e))-1;o<=Math.log10(t);o++)for(let s of dg)n.push(+`${s}e${o}`);
return n.filter(o=>o>=e*(1-1e-12)&&o<=t*(1+1e-12))}function hu([e,t]){return mi(100*e,100*t).map(n=>Number((n/100).toPrecision(4)))}function fu([e,t]){let n=mi(
1,(1-e)/e).reverse(),o=mi(1,t/(1-t)).slice(1);return[...n.map(s=>1/(1+s)),...o.map(s=>s/(1+s))]}var pu=([e,t],n)=>n>=e*(1-1e-9)&&n<=t*(1+1e-9);function mu(e){let t=[
.1,1,10,50,90];return[.1,.5,1,2,5,10,20,50,80,90].map(n=>({value:n/100,text:`${n} %`,minor:!t.includes(n)})).filter(({value:n})=>pu(e,n))}function du(e){let t=[
1e3,100,10,1],n=[1e3,100,30,10,3,1].map(s=>({value:1/(1+s),text:`1:${s}`,minor:!t.includes(s)})),o=[10,100,1e3].map(s=>({value:s/(1+s),text:`${s}:1`}));return[...n,
...o].filter(({value:s})=>pu(e,s))}var gi="slider-keys",gu=10,di=22;function gg(e,t,n){let o=1e-9*t;if(n>0){let r=e.findIndex(i=>i>t+o);return r<0?e.at(-1):e[Math.min(r+n-1,e.length-1)]}let s=e.findLastIndex(
r=>r<t-o);return s<0?e[0]:e[Math.max(s+n+1,0)]}function Sn(e,t){let n=N(t),o=e.findIndex(i=>i>=n);if(o<=0)return o<0?e.at(-1):e[0];let[s,r]=[e[o-1],e[o]];return t-
M(s)<M(r)-t?s:r}var vg={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1,PageUp:gu,PageDown:-gu,End:1/0,Home:-1/0};function wu(e){let{limits:t,ticks:n}=e,o=M(t[0]),
s=h=>(M(h)-o)/(M(t[1])-o),r=b("div",{class:"band"}),i=[0,1].map(()=>b("div",{class:"handle",role:"slider",tabindex:"0","aria-describedby":gi})),a=b("div",{class:"\
rail"},r,...i),c=b("div",{class:"ticks","aria-hidden":"true"});for(let{value:h,text:f,minor:p}of n){let m=s(h)<.03?"first":s(h)>.97?"last":null,g=b("span",{class:p?
"minor":m},f);g.style.left=`${100*s(h)}%`,c.append(g)}let l=b("div",{class:"slider"},a,c),u={...e,element:l,rail:a,band:r,handles:i,place:s,ends:[...t],single:!1,
off:!1};return i.forEach((h,f)=>h.addEventListener("keydown",p=>bg(u,f,p))),a.addEventListener("pointerdown",h=>xg(u,h)),{element:l,show:(h,f)=>wg(u,h,f)}}function wg(e,t,{
single:n,off:o}){let{handles:s,band:r,place:i,limits:a,names:c,textOf:l}=e;Object.assign(e,{ends:t,single:n,off:o});let u=n?[c.one,""]:[c.low,c.high],h=[a[0],t[0]],
f=[n?a[1]:t[1],a[1]];s.forEach((g,v)=>{g.style.left=`${100*i(y(t[v],...a))}%`,g.hidden=n&&v===1;let _={"aria-label":u[v],"aria-valuemin":h[v],"aria-valuemax":f[v],
"aria-valuenow":t[v],"aria-valuetext":l(t[v]),"aria-disabled":o};for(let[x,k]of Object.entries(_))g.setAttribute(x,k)});let[p,m]=t.map(g=>100*i(y(g,...a)));r.style.
left=`${p}%`,r.style.width=`${m-p}%`,e.element.classList.toggle("off",o)}function vs(e,t){t[0]===e.ends[0]&&t[1]===e.ends[1]||e.onChange(t)}function bu(e,t,n){let[
o,s]=e.ends;return e.single?vs(e,[n,n]):vs(e,t===0?[Math.min(n,s),s]:[o,Math.max(n,o)])}function bg(e,t,n){let o=vg[n.key];if(o===void 0||e.off||n.altKey||n.ctrlKey||
n.metaKey)return;n.preventDefault();let s=e.ends.map(r=>gg(e.grid,r,o));if(n.shiftKey&&!e.single){!s.some((i,a)=>i===e.ends[a])&&Number.isFinite(o)&&vs(e,s);return}
bu(e,t,s[t])}function vu(e,t){let n=e.rail.getBoundingClientRect(),[o,s]=e.limits.map(M);return o+y((t.clientX-n.left)/n.width,0,1)*(s-o)}function _g(e,t){if(e.
single)return 0;let n=e.rail.getBoundingClientRect(),o=e.ends.map(s=>t.clientX-(n.left+e.place(s)*n.width));return Math.abs(o[0]-o[1])<3?Math.abs(o[0])<di?"eith\
er":o[0]<0?0:1:o[0]>di&&o[1]<-di?"both":Math.abs(o[0])<=Math.abs(o[1])?0:1}function xg(e,t){if(e.off||t.button!==0)return;t.preventDefault();let{rail:n,handles:o,
grid:s}=e,r=_g(e,t),i=vu(e,t),a=e.ends.map(M);o[r===1?1:0].focus({preventScroll:!0}),n.setPointerCapture(t.pointerId);let c=u=>{let h=vu(e,u);if(r==="either"){if(Sn(
s,h)===Sn(s,i))return;r=h<i?0:1,o[r].focus({preventScroll:!0})}r==="both"?yg(e,a,h-i):bu(e,r,Sn(s,h))},l=()=>{n.removeEventListener("pointermove",c);for(let u of[
"pointerup","pointercancel"])n.removeEventListener(u,l)};n.addEventListener("pointermove",c);for(let u of["pointerup","pointercancel"])n.addEventListener(u,l);r!==
"both"&&r!=="either"&&!o.includes(t.target)&&c(t)}function yg(e,t,n){let[o,s]=e.limits.map(M),r=y(n,o-t[0],s-t[1]);vs(e,t.map(i=>Sn(e.grid,i+r)))}function kg(e,t){let n=b("input",{type:"text",inputmode:"decimal",size:"5",autocomplete:"off","aria-label":e}),o="",s=i=>{o=i,document.activeElement!==n&&(n.value=
i),n.removeAttribute("aria-invalid")},r=()=>{n.value.trim()!==o&&(t(n.value.trim())?n.value=o:n.setAttribute("aria-invalid","true"))};return n.addEventListener(
"change",r),n.addEventListener("blur",()=>{n.value=o,n.removeAttribute("aria-invalid")}),{box:n,show:s}}function vi(e,t){let n=b("input",{type:"checkbox"}),o=b(
"span",{},e);return n.addEventListener("change",()=>t(n.checked)),{element:b("label",{class:"check"},n,o),box:n,words:o}}var _u=Math.log(2);function Mg(e,t,n){if(e?.
value===t)return e.range;let[o,s]=e?.range.map(M)??[-_u,_u];return[-1,1].map(r=>Sn(n,M(t)+r*(s-o)/2))}function wi({limits:e,words:t,slider:n,boxText:o,textOf:s,
read:r,onEnds:i,extra:a=[]}){let c=e,l=!1,u=null,h=b("p",{class:"said",role:"status"}),f=K=>P(h,K),p=(K,Mt="")=>{i(K),f(Mt)},m=K=>Mt=>{let pt=r(Mt.replace(",","\
.")),[Qs,zn]=e.map(s);if(!(pt>0&&pt<1))f(d(t.not_a_number,{typed:Mt}));else if(pt<e[0]*(1-1e-11)||pt>e[1]*(1+1e-11))f(d(t.outside,{typed:s(pt),low:Qs,high:zn}));else{
let vo=!l&&(K===0?pt>c[1]:pt<c[0]),Mf=l||vo?[pt,pt]:K===0?[pt,c[1]]:[c[0],pt];return p(Mf,vo?d(t.other_end,{value:s(pt)}):""),!0}return!1},g=[t.low_box,t.high_box].
map((K,Mt)=>kg(K,m(Mt))),v=b("span",{},w.page.to),_=b("span",{class:"tail"}),x=vi(w.page.one_value,K=>{if(l=K,K){let Mt=gt(...c);u={range:c,value:Mt},p([Mt,Mt])}else
p(Mg(u,c[0],n.grid))}),k=wu({...n,limits:e,onChange:K=>p(K)}),S=b("div",{class:"typing"},b("b",{},t.lead),g[0].box,v,g[1].box,_),C=b("div",{class:"checks"},x.element,
...a),G=b("div",{class:"line"},S,C),ut=b("div",{class:"range",role:"group","aria-label":n.names.group},G,k.element,h);function Qt(K,{fresh:Mt,off:pt,words:Qs}){
c=K,(Mt||K[0]!==K[1])&&(l=K[0]===K[1]),x.box.checked=l,g.forEach(({show:zn},vo)=>zn(o(K[vo]))),g[1].box.hidden=v.hidden=l;for(let{box:zn}of[...g,x])zn.disabled=
pt;k.show(K,{single:l,off:pt}),P(_,Qs)}return{element:ut,show:Qt,quiet:()=>f("")}}var{prevalence:co}=w.page;function Og(e,t){let n=o=>o.replace(/\{(one_outcome|outcome|one_action|action)\}/g,(s,r)=>e[r]);return Object.fromEntries(Object.entries(
t).map(([o,s])=>[o,n(s)]))}var xu=({title:e,low:t,high:n,one:o})=>({group:e,low:t,high:n,one:o});function yu(e,t){let{limits:n}=e,o=e.own.prevalence,s=0,r=vi(co.
observed,l=>{i.quiet(),t({prevalence:l?null:o??[s,s]})}),i=wi({limits:n.prevalence,words:co,slider:{grid:hu(n.prevalence),ticks:mu(n.prevalence),names:xu(co),textOf:dt},
boxText:l=>L(100*l,4),textOf:dt,read:l=>l===""?NaN:Number(l.replace(/\s*%$/,""))/100,onEnds:l=>t({prevalence:l}),extra:[r.element]}),a=se({key:"prevalence",title:co.
title,content:[i.element],onOpen:i.quiet});function c({prevalence:l,group:u},h){s=y(e.patientsPrevalence(u),...n.prevalence),l!==null&&(o=l);let f=l===null;r.box.
checked=f,P(r.words,d(co.observed_in,{prevalence:j(s)})),i.show(l??[s,s],{fresh:h||f,off:f,words:"%"})}return{...a,show:c}}function ku(e,t){let{limits:n}=e,o=Og(
le(e.result),w.page.cost),s=b("p",{class:"note"}),r=wi({limits:n.cost,words:o,slider:{grid:fu(n.cost),ticks:du(n.cost),names:xu(o),textOf:c=>`${Ce(c)}, ${ha(c)}`},
boxText:c=>L((1-c)/c,4),textOf:Ce,read:c=>c.includes(":")?To(c):To(`1:${c}`),onEnds:c=>t({cost:c})}),i=se({key:"cost",title:o.title,content:[r.element,s],onOpen:r.
quiet});function a({cost:c,units:l},u){let h=!W(l).usesCost,f=c[0]===c[1]?d(o.tail_one,{ratio:Ce(c[0])}):o.tail;r.show(c,{fresh:u,off:h,words:h?d(o.unused,{units:l}):
f}),P(s,d(o.threshold,{threshold:j(gt(...c))}))}return{...i,show:a}}var{shift:qe}=w.page,bi=.05;function Ou(e,t){let n=b("input",{type:"range",id:"shift",min:0,max:1,step:bi,"aria-label":qe.slider});n.addEventListener("input",()=>t(
{shift:Number(n.value)}));let o=b("p",{class:"note"}),s=b("div",{class:"shift-ends"},b("p",{},qe.none_end),b("p",{},qe.all_end)),r=b("button",{type:"button",class:"\
plain"},Mu(e));r.addEventListener("click",()=>t({shift:e.own.shift}));let i=b("output",{for:"shift"}),a=[o,b("div",{class:"shift-slider"},b("div",{class:"shift-\
track"},n,...Eg(e)),i),s,r],c=se({key:"shift",title:qe.title,content:a});function l({shift:u,group:h}){let f=u??Tg(e);n.step=Number.isInteger(Math.round(1e9*f)/
(1e9*bi))?bi:"any",Number(n.value)!==f&&(n.value=f),n.setAttribute("aria-valuetext",u===null?Mu(e):Pe(u)),P(i,u===null?"–":L(u,2)),P(o,d(qe.why,{observed:j(e.
patientsPrevalence(h))})),r.hidden=u===e.own.shift}return{...c,show:l}}function Tg({shifts:e}){return e.reduce((t,{gamma:n})=>t+n,0)/e.length}function Mu({own:e,
shifts:t,models:n}){if(e.shift===null){let s=t.map(({gamma:r},i)=>d(w.shift.opening_one,{model:n[i],shift:L(r,2)}));return d(qe.by_model,{shifts:s.join(", ")})}
let{standard_error:o}=t[0];return o>0?d(qe.fitted,{shift:L(e.shift,2),error:L(o,2)}):d(qe.stated,{shift:Pe(e.shift)})}function Eg({shifts:e}){return[...new Set(
e.filter(({standard_error:n})=>n>0).map(({gamma:n})=>n))].map(n=>{let o=b("span",{class:"shift-mark","aria-hidden":"true"});return o.style.left=`calc(8px + ${L(
n,6)} * (100% - 16px))`,o})}function Tu(e,t,n){let o={prevalence:yu(e,t),cost:ku(e,t),shift:Ou(e,t),models:iu(e,t),against:lu(t),units:au(t),margin:cu(t),stated:uu(e.page?.settings??[],t)},
s=b("p",{class:"unseen",id:gi},w.page.slider_keys),r=["models","units","margin","stated"].map(u=>[o[u],_i(o[u])]);r.at(-1)[1].hidden=o.stated.isEmpty;let i=b("b\
utton",{type:"button",class:"reset"},w.page.reset);i.addEventListener("click",n);let a=b("div",{class:"settings"},...r.map(([,u])=>u),i),c=[s,...Object.values(o).
map(({element:u})=>u)];function l(u,h){let{state:f}=u;for(let p of Object.values(o))p.show(p===o.against?u:f,h);for(let[p,m]of r)P(m,p.words(f));i.setAttribute(
"aria-disabled",bn(f,e.own))}return{panels:o,elements:c,line:a,show:l}}function _i(e,t="quiet"){let n=b("span",{role:"button",tabindex:"0",class:`knob ${t}`});return n.
addEventListener("keydown",o=>{o.key!=="Enter"&&o.key!==" "||(o.preventDefault(),n.click())}),e.attach(n)}function Ag(e){return b("dl",{class:"pairs"},...e.flatMap(([t,n])=>[b("dt",{},t),b("dd",{},b("bdi",{},n))]))}function Sg({rows:e,used:t,dropped:n},o){return e===
null?`${B(t)} used, fewer than ${B(o)} dropped`:`${B(e)} read, ${B(t)} used, ${B(n.rows)} dropped`}function Eu({result:e,page:t}){let{provenance:n,data:o,requirements:s=[]}=e,
r=a=>typeof a=="string"?a:JSON.stringify(a),i=[["baserate",n.version],["made",n.time],["data (SHA-256)",o.sha256],["read from",Object.values(n.source).filter(a=>typeof a==
"string").join(", ")],["rows",Sg(o,t.smallest_cell)],["seed",String(n.seed)],...Object.entries(n.parameters).filter(([,a])=>a!==null).map(([a,c])=>[a,r(c)]),...s.
map(({text:a,met:c,found:l})=>[c?"requirement met":"requirement not met",`${a} (found: ${l})`]),...n.notes.map(a=>["note",a])];document.getElementById("provenan\
ce").append(Ag(i))}function Au({result:e,page:t}){let{score:n,score_at_one_prevalence:o,groups:s,settings:r}=t.error,i=B(t.smallest_cell),a=t.smallest_cell>1?`S\
cores are binned, cases and non-cases apart: every bin holds at least ${i} patients of its class, and no number in this file, nor the difference of two, is abou\
t fewer. Groups with fewer of either class are not shown, and where that would not hide them, another with them.`:"No smallest cell was asked for: a bin may hol\
d a single patient. This file is for use within the house.",c=f=>`${L(1e3*f,2)} per 1,000`,l=e.groups.length>0?`; in a group up to ${c(s)}`:"",u=`What that cost\
s: over ${B(r)} settings of the controls, the net benefit of a model on this page was never further from that of the patients themselves than ${c(n)} over a ran\
ge of prevalences, and ${c(o)} at one prevalence, where all turns on one threshold${l}. Every number has an error of its own beside that, behind which no digit \
is printed. At the study's own setting the numbers are those of the patients, but for those that would tell of fewer than that.`,h=[`No row of a patient is in t\
his file. For each model and group it holds counts of cases and non-cases in narrow bins of the score. ${a}`,u,"The page makes no request: it has no address to \
send anything to, and its security policy forbids any connection. Your setting is in its address only."];(t.reduced||e.data.binning)&&h.push("The scores had bee\
n binned in log odds where the patients are, before they came here."),document.getElementById("privacy").append(...h.map(f=>b("p",{},f)))}var Ng="200px 0px";function Su(){let e=new Map,t=new IntersectionObserver(s=>{for(let{target:r,isIntersecting:i}of s){let a=e.get(r);a.near=i,a.near&&o(a)}},{rootMargin:Ng}),
n=null;function o(s){n===null||s.shown===n||(s.shown=n,s.show(n))}return addEventListener("beforeprint",()=>e.forEach(({show:s})=>s(n,!0))),{add(s,r){e.set(s,{show:r,
near:!1,shown:null}),t.observe(s)},show(s){n=s;for(let r of e.values())r.near&&o(r)}}}function Nu(){let e=[];addEventListener("beforeprint",()=>{e=[...document.
querySelectorAll("details:not([open])")];for(let t of e)t.open=!0}),addEventListener("afterprint",()=>{for(let t of e)t.open=!1})}var $u=new Set,ws=new Set;addEventListener(
"resize",()=>{for(let e of $u)e.style.minHeight=""});function en(e){$u.add(e),ws.size===0&&setTimeout($g),ws.add(e)}function $g(){let e=[...ws].map(t=>[t,Math.ceil(
t.getBoundingClientRect().height)]);ws.clear();for(let[t,n]of e)n>(Number.parseFloat(t.style.minHeight)||0)&&(t.style.minHeight=`${n}px`)}var{page:xi}=w,Rg={prevalence:"prevalence",cost:"cost",shift:"shift",best:"models",group:"models",other:"against"},Ig=500,yi=e=>bs(e).map(t=>t.text??t).join("");
function bs({verdict:e,state:t}){let n=s=>typeof s=="string"?Nt(s):s.control==="prevalence"?{...s,text:Nt(s.text)}:s,o=e.sentence.map(n);return t.group===null?o:
[{control:"group",text:t.group},": ",...o]}function Nt(e){return e.replace(/(?<![\p{L}\p{N}_)\]])-(?=\d)/gu,"−").replace(/ (?=%)|(?<=[<>]) (?=\d)/g," ")}function nn(e,t,n){
let o=new Map,s="",r=(i,a)=>{let c=`${i}${a}`;return o.has(c)||o.set(c,_i(t[Rg[i]],n)),o.get(c)};return(i,a=()=>null)=>{let c=i.map(h=>typeof h=="string"?null:h.
control),l=c.join(),u=i.map((h,f)=>{if(typeof h=="string")return h;let p=r(h.control,c.slice(0,f).filter(m=>m===h.control).length);if(p.dataset.control=h.control,
p.textContent!==h.text){let m=["best","other","group"].includes(h.control);p.replaceChildren(m?Tn(h.text):h.text)}return p.style.color=a(h)??"",p});l===s&&e.childNodes.
length===u.length?u.forEach((h,f)=>{let p=e.childNodes[f];typeof h=="string"&&p.data!==h&&(p.data=h)}):(s=l,e.replaceChildren(...u.map(h=>typeof h=="string"?document.
createTextNode(h):h)))}}var Cg=e=>`var(--model-${e%7}-edge)`;function Ru(e,t){let n=b("h2",{id:"sentence","data-keep-clear":!0}),o=b("p",{id:"second"}),s=b("p",
{class:"bins",id:"bins","data-exact":e.page.smallest_cell===1}),r=b("p",{class:"unseen",role:"status"}),i=nn(n,t,"strong"),a=0;function c(l){let u=new Map(l.models.
map(h=>[h.name,h.index]));i(bs(l),({control:h,text:f})=>h==="best"&&u.has(f)?Cg(u.get(f)):null),P(o,Nt(Pg(l))),P(s,Nt(ki(e,l))),clearTimeout(a),a=setTimeout(()=>P(
r,`${yi(l)} ${o.textContent}`),Ig)}return{elements:[n,o,s,r],show:c}}function Pg({verdict:e,scale:t,models:n,comparisons:o}){let{best:s,runnerUp:r,added:i,possible:a}=e,
c=n.find(({name:u})=>u===(s===$?r:s)),{confidence:l}=o.find(u=>u.model===c.name&&u.other===$);return[d(xi.second_added,{model:c.name,added:Ot(i,t),possible:wa(a,
t),unit:t.short}),d(xi.second_sure,{confidence:mn(l)})].join(" ")}function ki({page:e},{exact:t=!0,error:n=0,verdict:o,scale:s}){if(t||!(n>0))return"";let{difference:r}=o;
if(!(n>(r.high-r.low)/20||2*n*s.factor>10**-s.digits)&&!o.withinError)return"";let a=d(xi.bins,{least:e.smallest_cell,error:`${Fg(n*s.factor)} ${s.short}`});return o.
withinError?`${a} ${w.verdict.within_error}`:a}function Fg(e){let t=10**(Math.floor(Math.log10(e))-1);return String(Number((Math.ceil(e/t-1e-9)*t).toPrecision(2)))}function Lg(e){return/^[\s\x00-\x1f]*[=+\-@]/.test(e)?`'${e}`:e}function Wg(e){if(e==null||Number.isNaN(e))return"";if(typeof e=="number"||typeof e=="boolean")return String(
e);let t=Lg(String(e));return/[",\r\n]/.test(t)?`"${t.replaceAll('"','""')}"`:t}function Dg({sources:e={},recalibrated:t=[],margin:n=null,shift:o=1}){let s=Object.
entries(e).map(([r,i])=>`${r} ${i}`);return{...o===1?{}:{shift:o??"by model"},...n===null?{}:{margin_per_1000:n},...s.length>0?{taken_as_calibrated_to:s.join(";\
 ")}:{},...t.length>0?{taken_recalibrated:t.join("; ")}:{}}}function _s({heads:e,rows:t},n){let o={prevalence_low:n.prevalence===null?"own":n.prevalence[0],prevalence_high:n.
prevalence===null?"own":n.prevalence[1],cost_low:n.cost[0],cost_high:n.cost[1],units:n.units,chosen_group:n.group??"everyone",...Dg(n)},s=[[...e,...Object.keys(
o)]];for(let r of t)s.push([...r,...Object.values(o)]);return s.map(r=>r.map(Wg).join(",")).join(`\r
`)+`\r
`}var{figures:$t}=w,jg=2,Bg=16e6,Mi=null;function ys(e){Mi??=document.body.appendChild(b("p",{class:"status unseen",role:"status","aria-live":"polite"})),P(Mi,""),
setTimeout(()=>P(Mi,e),30)}function Nn(e,t,n){let o=e instanceof Blob?e:new Blob([e],{type:`${n};charset=utf-8`}),s=URL.createObjectURL(o),r=b("a",{href:s,download:t});
document.body.append(r),r.click(),r.remove(),setTimeout(()=>URL.revokeObjectURL(s),1e4),ys(d($t.saved,{name:t}))}async function Oi(e,t){let n=!1;try{await navigator.
clipboard.writeText(e),n=!0}catch{n=qg(e)}return ys(d(n?$t.copied:$t.not_copied,{what:t})),n}function qg(e){let t=document.activeElement,n=document.body.appendChild(
b("textarea",{class:"unseen",readonly:!0}));n.value=e,n.select();let o=!1;try{o=document.execCommand("copy")}catch{}return n.remove(),t?.focus?.({preventScroll:!0}),
o}var Cu=e=>Oi(e,$t.the_sentence),Pu=()=>Oi(location.href,$t.the_link),Iu="http://www.w3.org/2000/svg",xs=14,Fu=22;function Lu({viewBox:{baseVal:e}}){return{width:e.
width+2*xs,height:e.height+2*xs+Fu}}function Ti(e,t){let{width:n,height:o}=Lu(e),s=e.cloneNode(!0);for(let h of s.querySelectorAll(".figure-reader, [aria-hidden\
=true]"))h.remove();let r=s.querySelector("[role=img]")?.getAttribute("aria-label")??t;for(let h of s.querySelectorAll("*"))for(let f of zg)h.removeAttribute(f);
s.removeAttribute("style"),s.removeAttribute("class");let i={x:-xs,y:-xs-Fu},a={xmlns:Iu,width:n,height:o,viewBox:`${i.x} ${i.y} ${n} ${o}`,role:"img"};a["font-\
family"]=getComputedStyle(e).fontFamily;for(let h in a)s.setAttribute(h,a[h]);let c=(h,f="",p={})=>{let m=document.createElementNS(Iu,h);m.textContent=f;for(let g in p)
m.setAttribute(g,p[g]);return m},l=c("rect","",{...i,width:n,height:o,fill:J}),u=c("text",t,{x:0,y:-12,"font-size":15,"font-weight":600});return s.prepend(c("ti\
tle",t),c("desc",r),l,u),Xl(new XMLSerializer().serializeToString(s))}var zg=["style","class","role","tabindex",...["label","valuenow","valuemin","valuemax","va\
luetext","orientation","disabled"].map(e=>`aria-${e}`)];async function Wu(e,t){let{width:n,height:o}=Lu(e),s=Math.min(jg,Math.sqrt(Bg/(n*o))),r=new Image;r.src=
`data:image/svg+xml;charset=utf-8,${encodeURIComponent(Ti(e,t))}`,await r.decode();let i=b("canvas",{width:Math.round(n*s),height:Math.round(o*s)});return i.getContext(
"2d").drawImage(r,0,0,i.width,i.height),new Promise((a,c)=>i.toBlob(l=>l?a(l):c(new Error("no picture")),"image/png"))}async function Hg(e,t,n){try{Nn(await Wu(
e,t),`${n}.png`)}catch{ys($t.no_picture)}}async function Ug(e,t){try{await navigator.clipboard.write([new ClipboardItem({"image/png":Wu(e,t)})]),ys(d($t.copied,
{what:$t.the_figure}))}catch{await Oi(Ti(e,t),$t.the_figure_as_svg)}}function Du({key:e,title:t,figure:n,table:o,state:s}){let r=`baserate-${e}`,i=()=>typeof t==
"function"?t():t,a=c=>()=>n()&&c(n());return Vg($t.save,d($t.save_this,{title:i()}),[[$t.save_svg,a(c=>Nn(Ti(c,i()),`${r}.svg`,"image/svg+xml"))],[$t.save_png,a(
c=>Hg(c,i(),r))],[$t.copy_figure,a(c=>Ug(c,i()))],[$t.save_csv,()=>Nn(_s(o(),s()),`${r}.csv`,"text/csv")]])}var Gg=0;function Vg(e,t,n){let o=`menu-${++Gg}`,s=b(
"button",{type:"button",class:"save","aria-haspopup":"menu","aria-expanded":"false","aria-controls":o,title:t,"aria-label":t},e),r=n.map(([h,f])=>{let p=b("butt\
on",{type:"button",role:"menuitem",tabindex:"-1"},h);return p.addEventListener("click",()=>{u(!0),f()}),p}),i=b("div",{id:o,role:"menu",class:"menu","aria-label":t,
hidden:!0},...r),a=b("div",{class:"save-menu"},s,i),c=h=>a.contains(h.target)||u(!1);function l(h){i.hidden=!1,s.setAttribute("aria-expanded","true"),r.at(h).focus(),
document.addEventListener("pointerdown",c)}function u(h){i.hidden=!0,s.setAttribute("aria-expanded","false"),document.removeEventListener("pointerdown",c),h&&s.
focus()}return s.addEventListener("click",()=>i.hidden?l(0):u(!0)),s.addEventListener("keydown",h=>{let f={ArrowDown:0,ArrowUp:-1}[h.key];f!==void 0&&(h.preventDefault(),
l(f))}),i.addEventListener("keydown",h=>Kg(h,r,u)),a.addEventListener("focusout",h=>{h.relatedTarget&&!a.contains(h.relatedTarget)&&!i.hidden&&u(!1)}),a}function Kg(e,t,n){
let o=t.indexOf(document.activeElement),s={ArrowDown:o+1,ArrowUp:o-1,Home:0,End:t.length-1};e.key==="Escape"?(e.stopPropagation(),n(!0)):e.key in s&&(e.preventDefault(),
t[(s[e.key]+t.length)%t.length].focus())}function Zg({state:e,answer:t,link:n,tables:o}){let s=o.map(({key:h,title:f,table:p})=>[h,{title:f,heads:p.heads,rows:p.
rows}]),{verdict:r,scale:i,level:a,slice:c,setting:l}=t,u={link:n,state:e,setting:l,slice:c,level:a,unit:i.unit,verdict:r.text};return`${JSON.stringify({...u,tables:Object.
fromEntries(s)},Yg,1)}
`}function Yg(e,t){return typeof t=="number"?Number.isFinite(t)?t:null:ArrayBuffer.isView(t)?Array.from(t):t}function ju(e){Nn(Zg(e),"baserate-data.json","appli\
cation/json")}var{opening:me,page:ks}=w;function Bu(e){let{outcome:t,title:n}=le(e.result),o=n??e.page.title;document.getElementById("title").textContent=o,document.title=o.replace(
/\s+/g," ");let{data:s}=e.result,r=document.getElementById("patients-line");r.textContent=d(ks.patients,{patients:B(s.used),counted:e.counted,positives:B(s.positives),
outcome:t})}function qu({result:e,page:t}){let{data:n,deployment:o,provenance:s}=e,r=[d(n.clusters===null?me.patients:me.clusters,{patients:B(n.used),positives:B(
n.positives),prevalence:j(n.prevalence),clusters:B(n.clusters??0),cluster:s.parameters.cluster})];return n.dropped.rows!==0&&r.push(Jg(n,t.smallest_cell)),r.push(
Xg(o.source_prevalence)),t.reduced&&r.push(me.binned),r}function Jg({rows:e,dropped:t},n){let o=Object.entries(t.missing).map(([s,r])=>r===null?s:d(me.dropped_because,
{column:s,rows:B(r)})).join(", ");return t.rows===null?d(me.dropped_few,{least:n,reasons:o}):d(me.dropped,{dropped:B(t.rows),rows:B(e),reasons:o})}function Xg(e){
let t=Object.entries(e).filter(([,n])=>n.of!=="group").map(([n,{value:o,of:s}])=>d(s==="all"?me.calibrated_to_all:me.calibrated_to_one,{model:n,prevalence:dt(o)}));
return t.length===0?me.calibrated_to_observed:d(me.calibrated_to,{models:t.join(", ")})}function zu(e,t,n){let o=(i,a)=>{let c=b("button",{type:"button",class:"\
plain"},i);return c.addEventListener("click",a),c},s=()=>ju({state:e().state,answer:e(),link:t(),tables:n()}),r=()=>{t(),Pu()};return[o(ks.copy_link,r),o(ks.copy_sentence,
()=>Cu(yi(e()))),o(ks.save_all,s)]}var{page:$n}=w,Qg=3;function t0(e){return[...Hu(e),...e.result.warnings,...qu(e)]}function Hu({result:{requirements:e=[]}}){return e.filter(({met:n})=>!n).map(({
text:n,found:o})=>d($n.requirement,{text:n,found:o}))}function Uu(e,t){let n=t0(e),o=Hu(e).map(h=>({kind:"requirement",text:h,action:null})),s=b("ul",{}),r=b("u\
l",{}),i=b("p",{id:"verdict-text"}),a=b("summary",{},$n.verdict_in_full),c=b("details",{class:"more-notes"},a,b("h3",{},$n.verdict_in_full),i,r),l=b("section",{
id:"before","aria-labelledby":"before-title"},b("h2",{id:"before-title",tabindex:"-1"},$n.before_title),s,c);function u({before:h}){let f=[...o,...h].slice(0,Qg);
for(;s.children.length>f.length;)s.lastChild.remove();f.forEach((v,_)=>e0(s.children[_]??s.appendChild(b("li",{})),v,t));let p=new Set(f.map(({text:v})=>v)),m=n.
filter(v=>!p.has(v));for(;r.children.length>m.length;)r.lastChild.remove();m.forEach((v,_)=>P(r.children[_]??r.appendChild(b("li",{})),Nt(v)));let g=m.length+1;
P(a,g===1?$n.verdict_in_full:d($n.more_notes,{count:g})),en(s)}return{element:l,show:u,showVerdict:({verdict:h})=>P(i,Nt(h.text))}}function e0(e,{kind:t,text:n,
action:o,actions:s=o?[o]:[]},r){let i=JSON.stringify([t,n,s]);e.dataset.shown!==i&&(e.dataset.shown=i,e.dataset.kind=t,e.replaceChildren(b("span",{class:"words"},
Nt(n)),...s.flatMap(a=>[" ",n0(a,r)])))}function n0({text:e,change:t},n){let o=b("button",{type:"button",class:"switch"},Nt(e));return o.addEventListener("click",
()=>{n(t),o.isConnected||document.querySelector("#before .switch, #before-title").focus()}),o}var{page:Ms}=w;function o0({id:e,title:t}){let n=b("a",{href:`#${e}`},t);return n.addEventListener("click",o=>{o.preventDefault(),Ei(e)}),n}function Ei(e){let t=document.
getElementById(e);if(t===null)return!1;t.localName==="details"&&(t.open=!0),t.scrollIntoView({block:"start"});let n=t.querySelector("summary, h2, h3")??t;return n.
localName!=="summary"&&(n.tabIndex=-1),n.focus({preventScroll:!0}),!0}function Gu(e,t){let n=b("span",{class:"words"}),o=b("span",{class:"numbers"}),s=b("p",{class:"\
brief"},n,o),r=nn(o,t,"quiet"),i=b("ul",{},...e.map(u=>b("li",{},o0(u)))),a=b("nav",{"aria-label":Ms.contents},i),c=b("div",{id:"contents","data-stays":!0},a,s);
function l(u){let{verdict:h}=u,f=m=>bs(u).find(g=>g.control===m),p=[f("prevalence"),f("cost")].filter(Boolean);P(n,s0(h)),r(p.flatMap((m,g)=>g===0?[m]:[", ",m]))}
return{element:c,show:l}}function s0({best:e,decided:t,betterThanWithout:n}){return n.length===0?Ms.brief.none:t?d(Ms.brief.use,{best:e}):Ms.brief.too_close}var E={title:15,text:13,tick:12};function F(e,t,n,o,s,r=""){let i=O(e,"text",{x:T(t),y:T(n),...s}),a=`${o}
${r}`;return i.drawnWords===a||(i.drawnWords=a,i.textContent=o,r&&(i.appendChild(document.createElementNS(Qe,"title")).textContent=r)),i}function bt(e,t,n,o,s,r){
let i=ze(o,s,r?.["font-size"]??E.text,r?.["font-weight"]??400);return F(e,t,n,Me(i),r,i===lt(o)?"":o)}var lo=new Map,Ai=null,Si="sans-serif";function I(e,t=E.text,n=400){
let o=`${n}/${t}/${e}`,s=lo.get(o);return s===void 0&&(Ai??=document.createElement("canvas").getContext("2d"),Ai.font=`${n} ${t}px ${Si}`,s=Ai.measureText(e).width,
lo.size>3e3&&lo.clear(),lo.set(o,s)),s}function ze(e,t,n=E.text,o=400){let s=lt(e);if(I(s,n,o)<=t)return s;let r=Array.from(s),i=1,a=r.length;for(;i<a;){let c=i+
a+1>>1;I(r.slice(0,c).join("")+"…",n,o)<=t?i=c:a=c-1}return r.slice(0,i).join("").trimEnd()+"…"}function Pt(e,t,n=E.text,o=400){let s=[],r="";for(let i of e.
split(" ")){let a=r?`${r} ${i}`:i;r&&I(a,n,o)>t?(s.push(r),r=i):r=a}return[...s,r]}function qt(e,t,n,o,s,r={}){let i=r["font-size"]??E.text,a=Pt(o,s,i,r["font-w\
eight"]??400);return a.forEach((c,l)=>F(e,t,n+i*(1+1.25*l),c,r)),n+i*1.25*a.length}function Ni(e){return!e||e===Si?!1:(lo.clear(),Si=e,!0)}var Rn={stroke:J,"str\
oke-width":4,"stroke-linejoin":"round","paint-order":"stroke"};function Vu(e,t,n,o,s,r={}){return bt(e,t,n,o,s,{...Rn,"text-anchor":"middle",...r})}var Ku=[.001,.002,.005,.01,.02,.05,.1,.2,.5,1,2,5,10,20,50],r0=[[...Ku,...Ku.slice(0,-1).map(e=>100-e).reverse()],[.1,.2,.3,.5,.7,1,2,3,4,5,6,7,8,9,10,20,30,40,
50,60,70,80,90,91,92,93,94,95,96,97,98,99],Array.from({length:999},(e,t)=>(t+1)/10)];function re(e,t,n=8){for(let o of r0){let s=o.map(r=>r/100).filter(r=>r>=e&&
r<=t);if(s.length>=3)return s.filter((r,i)=>i%Math.ceil(s.length/n)===0)}return[e,t]}function ie(e,t,n=5){let o=(t-e)/n;if(!(o>0))return[e];let s=10**Math.floor(
Math.log10(o)),r=[1,2,5,10].find(a=>a*s>=o)*s,i=[];for(let a=Math.ceil(e/r-1e-9);a<=t/r+1e-9;a++)i.push(a*r);return i}function Os(e,t,n){let o=-1/0;return e.filter(
s=>{let r=Math.abs(t(s)-o)>=n;return r&&(o=t(s)),r})}function Ts(e,t,n,o){let s=-1/0;return e.filter(r=>{let i=I(n(r),E.tick)/2,a=y(t(r),i,o-i),c=a-i>=s+10;return c&&
(s=a+i),c})}function Kt(e,t){e.top=qt(e.layer,0,e.top,t,e.width,{"font-size":E.tick,fill:D})+8}function He(e,t,n,o=10){return{left:t,top:e.top,right:e.width-o,bottom:e.top+
n}}function de(e,t,n,o,s=Vt){let r="";for(let i of o){let a=T(n(i));r+=`M${t.left} ${a}H${t.right}`,F(e.layer,t.left-6,a+4,s(i),{"text-anchor":"end","font-size":E.
tick})}O(e.layer,"path",{d:r,stroke:Mn,"stroke-opacity":.7,fill:"none"})}function ge(e,t=Vt){return 10+Math.max(...e.map(n=>I(t(n),E.tick)))}function Zt(e,t,n,o,s,r,i){
let a=`M${t.left} ${t.bottom}H${t.right}`,c=u=>i&&i(u).length>s(u).length?i(u):s(u);for(let u of Ts(o,n,c,e.width)){let h=T(n(u));a+=`M${h} ${t.bottom}v5`;let f=I(
c(u),E.tick)/2,p=y(h,f,e.width-f),m={"text-anchor":"middle","font-size":E.tick};F(e.layer,p,t.bottom+18,s(u),m),i&&F(e.layer,p,t.bottom+33,i(u),{...m,fill:A})}O(
e.layer,"path",{d:a,stroke:D,fill:"none"});let l=t.bottom+(i?39:24);return qt(e.layer,t.left,l,r,e.width-t.left,{"font-size":E.tick})}function In(e,t,n="clip"){
let o=O(e.layer,"clipPath",{id:`${e.id}-${n}`});return O(o,"rect",{x:t.left,y:t.top-2,width:t.right-t.left,height:t.bottom-t.top+4}),{"clip-path":`url(#${e.id}-${n}\
)`}}function $i(e,t){O(e,"path",{d:t,stroke:A,"stroke-width":1.5,"stroke-dasharray":"6 4",fill:"none"})}function Zu(e,t,n,[o,s]){let r=c=>y(n(c),t.left,t.right),
i=T(r(o)),a=T(r(s));a-i<1.5?$i(e.layer,`M${(i+a)/2} ${t.top}V${t.bottom}`):(O(e.layer,"rect",{x:i,y:t.top,width:a-i,height:t.bottom-t.top,fill:hs}),O(e.layer,"p\
ath",{d:`M${i} ${t.top}V${t.bottom}M${a} ${t.top}V${t.bottom}`,stroke:A}))}var Es=new WeakMap,i0=0,Ri=!1,a0=340,c0=760,l0=400;function Ii(e){return Ri?l0:e?Math.round(y(e,a0,c0)):480}var u0=new ResizeObserver(e=>{requestAnimationFrame(
()=>e.forEach(t=>h0(t.target,t.contentRect.width)))});function h0(e,t){let n=Es.get(e);if(!n||!(t||Ri))return;n.pixels=t||n.pixels,(Ni(getComputedStyle(e).fontFamily)||
Ii(n.pixels)!==n.width)&&n.again()}function Yu(e){Ri=e;for(let t of document.querySelectorAll("svg.figure")){let n=Es.get(t.parentNode);n&&Ii(n.pixels)!==n.width&&
n.again()}}addEventListener("beforeprint",()=>Yu(!0));addEventListener("afterprint",()=>Yu(!1));function f0(e){Ni(getComputedStyle(e).fontFamily),e.replaceChildren();
let t=O(e,"svg",{class:"figure",width:"100%",fill:D,"font-size":E.text});t.style.display="block",t.style.overflow="visible";let n=O(t,"g",{role:"img"}),o={id:`f\
igure-${++i0}`,host:e,svg:t,layer:n,pixels:e.clientWidth};return Es.set(e,o),u0.observe(e),o}function it(e,t,n){let o=Es.get(e),s=o?.svg.parentNode===e?o:f0(e);
return s.width=Ii(s.pixels),s.again=n,s.question=t,io(s.layer),s.top=4,e.hasAttribute("data-untitled")||(s.top=qt(s.layer,0,0,t,s.width,{"font-size":E.title,"fo\
nt-weight":600})+6),s}function ot(e,t,n,o=""){return ao(e.layer),e.svg.setAttribute("viewBox",`0 0 ${e.width} ${Math.ceil(t)}`),e.layer.setAttribute("aria-label",
`${e.question} ${n} ${o}`.trim()),n}function at(e,t){e.reader?.remove();let n=qt(e.layer,0,e.top,t,e.width,{fill:A});return ot(e,n+8,t)}function Cn(e,t,n){let o=e.map((r,i)=>i).filter(r=>[e[r],t[r],n[r]].every(Number.isFinite));if(o.length<2)return"";let s=(r,i)=>r.map(a=>`${T(e[a])} ${T(i[a])}`).
join("L");return`M${s(o,n)}L${s([...o].reverse(),t)}z`}var As=18,$e=8;function Yt(e,t){e.reader??=new Ci(e),e.reader.use(t)}var Ci=class{constructor(t){this.figure=t,this.place=null,this.group=O(t.svg,"g",{"aria-hid\
den":"true","pointer-events":"none"}),this.rect=O(t.svg,"rect",{role:"slider",tabindex:"0",fill:"transparent",class:"figure-reader"}),this.rect.style.outline="n\
one",this.rect.style.touchAction="pan-y",this.listen()}listen(){let t=n=>this.follow(n);this.rect.addEventListener("pointermove",t),this.rect.addEventListener("\
pointerdown",t),this.rect.addEventListener("pointerleave",()=>this.leave()),this.rect.addEventListener("focus",()=>this.focus()),this.rect.addEventListener("blu\
r",()=>this.hide()),this.rect.addEventListener("keydown",n=>this.key(n)),this.rect.addEventListener("click",()=>this.place&&this.reading.pick?.(...this.place))}use(t){
this.reading=t;let{area:n,label:o,size:s}=t,r={x:n.left,y:n.top,width:Math.max(n.right-n.left,1),height:Math.max(n.bottom-n.top,1)};this.rect.isConnected||this.
figure.svg.append(this.group,this.rect);for(let i in r)this.rect.setAttribute(i,T(r[i]));this.rect.style.cursor=t.pick?"pointer":"",this.rect.setAttribute("aria\
-label",`${o} ${w.figures.keys_move}`),this.rect.setAttribute("aria-valuemin",0),this.rect.setAttribute("aria-valuemax",Math.max(s[0]-1,0)),this.place?this.stand(
this.place):t.lazy?this.tell(t.start[0],o):this.say(t.start)}remove(){this.hide(),this.group.remove(),this.rect.remove()}follow(t){let n=this.figure.svg.getBoundingClientRect(),
o=this.figure.width/n.width,s=this.reading.at((t.clientX-n.left)*o,(t.clientY-n.top)*o);s&&this.stand(s)}leave(){document.activeElement!==this.rect&&this.hide()}focus(){
this.rect.matches(":focus-visible")&&this.rect.setAttribute("stroke",Xe),this.rect.setAttribute("stroke-width",2),this.place||this.stand(this.reading.start)}key(t){
let[n,o]=this.reading.size,s=Math.max(1,Math.round(n/10)),i={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1],PageDown:[-s,0],PageUp:[s,0],Home:[
-n,0],End:[n,0]}[t.key];if(t.key==="Escape"&&this.hide(),t.key==="Enter"&&this.reading.pick){t.preventDefault(),this.reading.pick(...this.place??this.reading.start);
return}if(!i||o<=1&&i[1])return;t.preventDefault();let[a,c]=this.place??this.reading.start;this.stand([a+i[0],c+i[1]])}stand([t,n]){let[o,s]=this.reading.size,r=(i,a)=>Math.
min(Math.max(i,0),Math.max(a-1,0));this.place=[r(t,o),r(n,s)],this.draw(this.say(this.place))}hide(){this.place=null,this.group.replaceChildren(),this.rect.removeAttribute(
"stroke")}say(t){let n=this.reading.show(...t),o=n.rows.map(({name:s,value:r=""})=>`${Me(lt(s))} ${r}`.trim());return this.tell(t[0],[n.heading,...o,n.foot].filter(
Boolean).join("; ")),n}tell(t,n){this.rect.setAttribute("aria-valuenow",t),this.rect.setAttribute("aria-valuetext",n)}draw(t){let{area:n}=this.reading;io(this.group),
t.guide!==!1&&O(this.group,"path",{d:`M${T(t.x)} ${n.top}V${n.bottom}`,stroke:D,"stroke-width":1});for(let{look:o,x:s,y:r}of t.marks??[])r>=n.top-3&&r<=n.bottom+
3&&nt(this.group,o,Z(o,s,r,5));p0(this.group,this.figure,n,t),ao(this.group)}};function p0(e,t,n,o){let s=E.tick,r=o.rows.map(g=>({...g,shown:ze(g.name,g.value?
170:t.width-80,s)})),i=Math.max(0,...r.map(g=>I(g.value??"",s,600))),a=Math.max(0,...r.map(g=>I(g.shown,s)+(g.look?30:0))),c=ze(o.foot??"",t.width-3*$e,s),l=Math.
max(a+12+i,I(o.heading,s,600),I(c,s)),u=Math.min(l+2*$e,t.width-2),h=As*(r.length+1+(o.foot?1:0))+$e,f=d0(o.x,u,t.width),p=g0(o,n,h);O(e,"rect",{x:f,y:p,width:u,
height:h,rx:4,fill:J,stroke:A});let m=p+As;F(e,f+$e,m-2,o.heading,{"font-size":s,"font-weight":600});for(let g of r)m+=As,m0(e,g,f,u,m);c&&F(e,f+$e,m+As-1,Me(c),
{"font-size":s,fill:A})}function m0(e,{look:t,shown:n,value:o},s,r,i){t&&(kt(e,t,`M${s+$e} ${i-6}h22`),nt(e,t,Z(t,s+$e+11,i-6,3.2))),F(e,s+$e+(t?30:0),i-2,Me(n),
{"font-size":E.tick}),F(e,s+r-$e,i-2,o??"",{"font-size":E.tick,"font-weight":600,"text-anchor":"end"})}function d0(e,t,n){return e+12+t<=n-1?e+12:e-12-t>=1?e-12-
t:e>n/2?1:n-t-1}function g0(e,t,n){if(e.low)return t.bottom-n-6;if(e.y===void 0)return t.top+2;let o=e.y+12;return o+n<=t.bottom+30?o:Math.max(e.y-12-n,0)}function Ju(e,t,n,o,s,r){let i=e(n),a=(r-s)/(e(o)-i||1),c=l=>s+(e(l)-i)*a;return c.invert=l=>t(i+(l-s)/a),Object.assign(c,{low:n,high:o,from:s,to:r})}function zt(e,t,n,o){
return Ju(Number,Number,e,t,n,o)}function ve(e,t,n,o){return Ju(M,N,e,t,n,o)}function Ss(e,[t,n],o){let s=r=>y(r,e[0],e[e.length-1]);return[s(N(M(t)-o)),s(N(M(n)+
o))]}function ct(e,t=1/0,n=-1/0){for(let o of e)Number.isFinite(o)&&(o<t&&(t=o),o>n&&(n=o));return[t,n]}function Jt(e,t,n=M){let o=n(t),s=0;for(let r=1;r<e.length;r++)
Math.abs(n(e[r])-o)<Math.abs(n(e[s])-o)&&(s=r);return s}function Xu(e,t){return Array.from(e,n=>T(t(n)))}function H(e){return le({names:e?.names})}function Ht({found:e,unit:t},n){return d(e??t,H(n))}function Ut({name:e,patients:t,positives:n,counted:o},{outcome:s}=H()){
return d(w.figures.slice,{name:z(e),patients:B(t),counted:o??w.tables.patients,positives:B(n),outcome:s})}var{figures:Rt}=w,Fi=64,v0=215,Ns=22,Qu=.002;function Li(e,t,n){let o=it(e,Rt.calibration,()=>Li(e,t,n)),s=(t??[]).filter(({curve:f,histogram:p})=>f?.predicted?.
length>1||p?.edges?.length>1);if(!s.length)return at(o,Rt.calibration_nothing);let r=H(n),i=Y(n.level);Kt(o,d(Rt.calibration_above,{...r,level:i}).replaceAll(" \
%"," %"));let a=w0(s),c=_0(o,s,a);for(let f of c)x0(o,f,r);let l=Math.max(...c.map(({bottom:f})=>f)),u=d(Rt.calibration_axis,r),h=qt(o.layer,0,l,u,o.width,{"fo\
nt-size":E.tick});return O0(o,c,n),ot(o,h+4,E0(s,n.level))}function w0(e){let[t,n]=[1/0,-1/0];for(let{histogram:s,curve:r}of e)if(s?.edges?.length>1)for(let i of[
s.cases,s.nonCases])[t,n]=ct([...b0(s.edges,i)],t,n);else[t,n]=ct(Array.from(r?.predicted??[],M),t,n);let o=s=>s>=t&&s<=n;for(let{curve:s}of e){let r=Array.from(
s?.observed??[],M).filter((i,a)=>o(M(s.predicted[a])));[t,n]=ct(r.map(i=>y(i,t-1,n+1)),t,n)}return[N(t-.1),N(n+.1)]}function b0(e,t){let[n,o]=[0,t.length-1];for(let s=t[n];s<
Qu&&n<o;s+=t[n])n++;for(let s=t[o];s<Qu&&o>n;s+=t[o])o--;return[e[n],e[o+1]]}function _0(e,t,n){let o=t.length===3?165:v0,s=y(Math.floor((e.width+Ns)/(o+Ns)),1,
Math.min(t.length,3)),r=(e.width-Ns*(s-1))/s,i=re(...n,r<300?5:8),a=ge(i,R),c=Math.min(r-a-6,420),l=y(c,150,230),u=42+l+10+Fi+26;return t.map((h,f)=>{let p=f%s*
(r+Ns),m=e.top+Math.floor(f/s)*(u+14),g={left:p+a,right:p+a+c,top:m+42,bottom:m+42+l},v={...g,top:g.bottom+10,bottom:g.bottom+10+Fi};return{model:h,order:f,area:g,
strip:v,ticks:i,x0:p,wide:r,top:m,bottom:m+u,x:ve(...n,g.left,g.right),y:ve(...n,g.bottom,g.top)}})}function x0(e,t,n){let{model:o,area:s,x:r,y:i,ticks:a,x0:c,wide:l,
top:u}=t,h=q(o.index);nt(e.layer,h,Z(h,c+6,u+12,4.5)),bt(e.layer,c+18,u+16,o.name,l-20,{"font-weight":600});let f=y0(o.observedExpected,l);F(e.layer,c,u+33,f,{"\
font-size":E.tick}),de(e,s,i,Os(a,i,17),R);let p=`M${T(s.left)} ${T(s.bottom)}L${T(s.right)} ${T(s.top)}`;O(e.layer,"path",{d:p,stroke:A,"stroke-width":1.4,"str\
oke-dasharray":"2 3",fill:"none"});let m=O(e.layer,"g",In(e,s,`panel-${t.order}`)),{predicted:g=[],observed:v=[],low:_,high:x}=o.curve??{},k=Array.from(g,r),S=C=>Array.
from(C,G=>y(i(G),s.top-400,s.bottom+400));_&&x&&On(m,h,Cn(k,S(_),S(x)),.25),kt(m,{...h,dash:""},Be(k,S(v))),k0(e,t,h,n)}function y0(e,t){let n=typeof e=="number"?
{value:e}:e;if(!Number.isFinite(n?.value))return"";let o=d(Rt.observed_expected,{ratio:Pn(n)});return I(o,E.tick)<=t?o:d(Rt.o_e_of,{ratio:Pn(n)})}var Pi=e=>mt(e,
e<.095?3:2);function Pn({value:e,low:t,high:n}){let o=Pi(e);return!Number.isFinite(t)||!Number.isFinite(n)||t===null||n===null?o:d(Rt.interval,{value:o,low:Pi(t),
high:Pi(n)})}function k0(e,t,n,o){let{model:s,strip:r,x:i,ticks:a}=t,{edges:c,cases:l,nonCases:u}=s.histogram??{},h=T((r.top+r.bottom)/2);if(c?.length>1){let p=ct(
[...l,...u],0,0)[1]||1,m=Fi/2-2,g=(v,_)=>{let x="";for(let k=0;k<v.length;k++){let[S,C]=[c[k],c[k+1]].map(ut=>T(y(i(N(ut)),r.left,r.right))),G=T(m*v[k]/p);G>0&&
C>S&&(x+=`M${S} ${h}v${-_*G}H${C}V${h}z`)}return x};O(e.layer,"path",{d:g(l,1),fill:n.colour,stroke:n.edge,"stroke-width":.6}),O(e.layer,"path",{d:g(u,-1),fill:A,
"fill-opacity":.4,stroke:A,"stroke-width":.6})}M0(e,t,o);let f=`M${T(r.left)} ${h}H${T(r.right)}`;for(let p of Ts(a,i,R,e.width)){f+=`M${T(i(p))} ${r.bottom}v4`;
let m=I(R(p),E.tick)/2,g={"text-anchor":"middle","font-size":E.tick};F(e.layer,y(i(p),m,e.width-m),r.bottom+17,R(p),g)}O(e.layer,"path",{d:f,stroke:D,fill:"none"})}
function M0(e,{model:t,strip:n,x:o},{outcome:s}){let{edges:r=[],cases:i=[],nonCases:a=[]}=t.histogram??{},c=E.tick,l=(u,h,f)=>{let p=Math.min(I(h,c),n.right-n.left),
m=(_,x)=>Math.max(0,...u.filter((k,S)=>o(N(r[S+1]))>_&&o(N(r[S]))<x)),v=m(n.left,n.left+p)<=m(n.right-p,n.right)?n.left+2:n.right-p-2;bt(e.layer,v,f,h,p+1,{"fon\
t-size":c,fill:A,...Rn})};l(i,s,n.top+11),l(a,Rt.non_cases,n.bottom-3)}function O0(e,t,n){let o=t.filter(({model:i})=>i.curve?.predicted?.length>1);if(!o.length){
e.reader?.remove();return}let s=(i,a)=>{let c=({x0:l,wide:u,top:h,bottom:f})=>i>=l&&i<=l+u&&a>=h&&a<=f;return Math.max(o.findIndex(c),0)},r=({model:i})=>Array.from(
i.curve?.predicted??[]);Yt(e,{label:Rt.read_calibration,area:{left:0,right:e.width,top:o[0].area.top,bottom:o.at(-1).strip.bottom},size:[Math.max(...o.map(i=>r(
i).length)),o.length],start:[Math.floor(r(o[0]).length/2),0],at:(i,a)=>{let c=s(i,a),{x:l,area:u}=o[c];return[Jt(r(o[c]),l.invert(y(i,u.left,u.right))),c]},show:(i,a)=>T0(
o[a],i,n)})}function T0({model:e,x:t,y:n,area:o},s,r){let{predicted:i,observed:a,low:c,high:l}=e.curve,u=Math.min(s,i.length-1),h=q(e.index),f=[{look:h,name:e.name},
{name:Rt.predicted,value:R(i[u])},{name:Rt.observed_share,value:R(a[u])},...c&&l?[{name:d(Rt.ci,{level:Y(r.level)}),value:ye([c[u],l[u]])}]:[]],p={x:y(t(i[u]),o.
left,o.right),y:y(n(a[u]),o.top,o.bottom)},m=d(Rt.at_risk,{risk:R(i[u])});return{...p,guide:!1,heading:m,rows:f,marks:[{look:h,...p}],foot:Ut(r.slice,H(r))}}function E0(e,t){
let n=e.map(({name:o,observedExpected:s})=>{let r=typeof s=="number"?{value:s,low:s,high:s}:s;if(!Number.isFinite(r?.value))return z(o);let{low:i,high:a}=r,c=i>
1?"risks_low":a<1?"risks_high":"risks_right";return d(Rt[c],{name:z(o),ratio:Pn(r)})});return d(Rt.calibration_caption,{models:n.join("; "),level:Y(t).replace("\
 "," ")})}function Ue(e){return(t,n,o)=>{kt(t,e,`M${n} ${o}h32`),nt(t,e,Z(e,n+16,o,4))}}function Fn(e){return(t,n,o)=>O(t,"rect",{x:n+2,y:o-6,width:28,height:12,...e})}function $s(e){
return(t,n,o)=>nt(t,e,Z(e,n+22,o,5))}function Ft(e,t){let n=0,o=e.top+9;for(let{sample:s,name:r,more:i=""}of t){let a=e.width-40-I(i)-2,c=ze(r,Math.min(a,300)),
l=38+I(c)+I(i)+18;n>0&&n+l-18>e.width&&(n=0,o+=20),s(e.layer,n,o),F(e.layer,n+38,o+4.5,Me(c)+i,{},c===lt(r)?"":r),n+=l}e.top=o+18}function Rs([e,t]){return Math.
abs(t-e)<1e-9?(o,s,r)=>$i(o,`M${s+16} ${r-8}v16`):Fn({fill:hs,stroke:A})}var{figures:Is,verdict:th}=w,we=w.numbers.not_from_this_page;function X(e){if(e?.coarse!==void 0)return e.coarse;let{low:t,high:n,error:o=0}=e??{};return o>(n-t)/
2}function tt(e,t,n=!1){return X(e)?pn(e):_o(e,t,n)}function on(e,t,n=!1){if(X(e))return pn(e);let{value:o}=e??{};return _o({value:o,low:o,high:o,error:e?.error},
t,n)}function A0(e){let t=e.map(z);return t.length<2?t.join(""):[t.slice(0,-1).join(th.comma),t.at(-1)].join(th.and)}function S0({value:e,low:t,high:n,...o}){return{
...o,value:-e,low:-n,high:-t}}function uo(e,t,n){let o=(f,p)=>e?.comparisons?.find(m=>m.model===f&&m.other===p),[s,r]=[o(t,n),o(n,t)];if(!s&&!r)return null;let{
difference:i,adjusted:a,confidence:c}=s??r,l=[i,{...i,...a}],[u,h]=s?l:l.map(S0);return{difference:u,adjusted:h,confidence:s?c:1-c}}function nh(e,t,n){let{verdict:o}=e,
s=uo(e,t,n);if(o.coarse||!s||X(s.difference))return null;if(o.best===t||o.best===n){let c=o.best===t?n:t,l=o.best===t?1:-1;return N0(o,c)?l:0}let{low:r,high:i,error:a=0}=s.
adjusted;return r>a?1:i<-a?-1:0}function N0({best:e,tied:t,betterThanWithout:n},o){return o===$?n.includes(e):!t.includes(o)}function Ln(e){let{kind:t,model:n,tied:o}=Te(
e);return t==="coarse"?we:t==="none"?Is.no_model_better:t==="use"?d(Is.best,{best:z(n)}):d(Is.too_close_between,{models:A0(o)})}var eh=new WeakMap;function Wi(e,t,n,o){
let{range:s,costs:r}=e.setting;if([...s.map(l=>l-n),...r.map(l=>l-o)].every(l=>l===0)&&e.state?.prevalence!==null)return e;if(!t)return null;let a=eh.get(e);if(a?.
prevalence===n&&a.cost===o)return a.point;let c=t(n,o);return eh.set(e,{prevalence:n,cost:o,point:c}),c}function oh(e,t,n,o,s){let r=Wi(e,t,n,o);return r?.verdict?
d(Is.at_point,{prevalence:R(n),threshold:R(o),ratio:ce(o),best:Ln(r.verdict),...s}):""}var{figures:Cs}=w;function Ps(e){return e&&{...e,models:(e.models??[]).filter(t=>t?.value?.length)}}function Wn(e,t,n){let o=W(n)?.zero===null?Cs.worth_of_share:
Cs.worth;return d(o,{unit:Ht(e,t),zero:Wt})}function sh({value:e,low:t=e,high:n=e,error:o},s){return{value:e[s],low:t[s],high:n[s],error:o?.[s]??0}}function Fs(e,t,{
factor:n},o,s){let r=Array.from(o,v=>v>=s[0]&&v<=s[1]),i=v=>Array.from(v??[]).filter((_,x)=>r[x]),a=[0,0];for(let v of t.models)a=ct([...i(v.value),...i(v.recalibrated)],
...a);let c=ct(i(t.treatAll)),l=a[1]-a[0]||1/n,u=Math.max(Math.min(c[0],a[0]),a[0]-.12*l)*n,h=(a[1]+.06*l)*n,f=ie(u,h,e.width<480?4:5),p=He(e,ge(f),Math.round(e.
width*.34+80)),m=zt(u,h,p.bottom,p.top),g=ve(s[0],s[1],p.left,p.right);return{area:p,x:g,y:v=>m(v*n),ticks:f,tickScale:m,places:Xu(o,g),inside:r}}function Ls(e,t,n){
let{area:o,y:s}=t;Zu(e,o,t.x,n.range),de(e,o,t.tickScale,t.ticks);let r=O(e.layer,"g",In(e,o)),i=a=>Di(t,a,s);for(let{index:a,low:c,high:l}of n.models)c&&l&&On(
r,q(a),R0(t,c,l));kt(r,ps,`M${o.left} ${s(0)}H${o.right}`),n.treatAll&&kt(r,fs,i(n.treatAll));for(let{index:a,recalibrated:c}of n.models)c&&kt(r,{...q(a),dash:tn,
width:1.5},i(c));n.models.forEach((a,c)=>$0(r,t,a,c/n.models.length))}function $0(e,t,n,o){let s=q(n.index),r=Array.from(n.value,(a,c)=>X(sh(n,c))),i=a=>Array.from(
n.value,(c,l)=>r[l]===a?c:NaN);kt(e,s,Di(t,i(!1),t.y)),r.includes(!0)&&kt(e,{colour:A,edge:A,dash:"1.5 4",width:1.6},Di(t,i(!0),t.y)),nt(e,s,I0(s,t,n.value,o))}
function rh({inside:e}){return[Math.max(e.indexOf(!0)-1,0),e.lastIndexOf(!0)+2]}function ih({area:e},t){let n=4*(e.bottom-e.top);return o=>Number.isFinite(o)?y(
t(o),e.top-n,e.bottom+n):NaN}function Di(e,t,n){let[o,s]=rh(e);return Be(e.places.slice(o,s),Array.from(t.slice(o,s),ih(e,n)))}function R0(e,t,n){let[o,s]=rh(e),
r=i=>Array.from(i.slice(o,s),ih(e,e.y));return Cn(e.places.slice(o,s),r(t),r(n))}function I0(e,{area:t,places:n,y:o},s,r){let i=(t.right-t.left)/4,a=t.left+i*(.35+
.8*r),c="";for(let l=0;l<n.length;l++)n[l]>=a&&n[l]<t.right-4&&(c+=Z(e,n[l],o(s[l]),4),a+=i);return c}function Ws(e,t,n,o,{shares:s,start:r,heading:i}){let a=t.
inside.indexOf(!0),c=t.inside.lastIndexOf(!0);Yt(e,{label:Cs.read_curves,area:t.area,size:[c-a+1,1],start:[y(Jt(s,r)-a,0,c-a),0],at:l=>[Jt(t.places,l,Number)-a,
0],show:l=>({...C0(t,n,n.scale??o.scale,a+l),heading:i(s[a+l]),foot:Ut(o.slice,H(o))})})}function C0({places:e,y:t},n,o,s){let r=n.models.map(c=>({look:q(c.index),
name:c.name,value:tt(sh(c,s),o)})),i=n.models.map(({index:c,value:l})=>({look:q(c),x:e[s],y:t(l[s])})),a=c=>on({value:c,low:c,high:c},o);return n.treatAll&&r.push(
{look:fs,name:Ct,value:a(n.treatAll[s])}),{x:e[s],rows:r,marks:i}}function Ds(e,t){let n=e.models.some(({low:s})=>s),o={fill:A,"fill-opacity":.22,stroke:"none"};
return[...e.models.map(({name:s,index:r})=>({sample:Ue(q(r)),name:s})),...n?[{sample:Fn(o),name:d(Cs.band,{level:Y(t)})}]:[],...e.treatAll?[{sample:Ue(fs),name:Ct}]:
[],{sample:Ue(ps),name:Wt}]}var{figures:sn}=w;function ji(e,t,n,o={}){let s=it(e,sn.decision,()=>ji(e,t,n,o)),r=Ps(t);if(!r?.models?.length||!(r.cost?.length>1))return at(s,sn.nothing);let i=r.
scale??n.scale,a=d(sn.your_setting,{range:xo(r.range)});Ft(s,[...Ds(r,n.level),{sample:Rs(r.range),name:a}]);let c=R(r.prevalence);Kt(s,d(sn.decision_above,{worth:Wn(
i,n),prevalence:c}));let l=Fs(s,r,i,r.cost,Ss(r.cost,r.range,2.2));Ls(s,l,r);let u=re(l.x.low,l.x.high,s.width<480?6:9),h=d(sn.decision_axis,H(n)),f=Zt(s,l.area,
l.x,u,R,h,ce),p=_=>d(sn.decision_heading,{threshold:R(_),ratio:ce(_)}),m=gt(...r.range);Ws(s,l,{...r,scale:i},n,{shares:r.cost,start:m,heading:p});let g=oh(n,o.
pointAt,r.prevalence,m,H(n)),v={prevalence:c,low:R(l.x.low),high:R(l.x.high)};return ot(s,f+4,g||d(sn.decision_caption,v))}var ah=Array.from({length:90},(e,t)=>10+t),ch=[-6,-5,-4,-3,-2].flatMap(e=>ah.map(t=>+`${t}e${e-1}`)),P0=ah.map(e=>e/100),F0=ch.filter(e=>e<.01).map(e=>Number((1-
e).toPrecision(9))).reverse(),js=[...ch,...P0,...F0],Dn=(e,t)=>Math.abs(e-t)<=1e-9*Math.min(e,1-e);function ho([e,t]){let n=js.filter(o=>o>e&&o<t&&!Dn(o,e)&&!Dn(
o,t));return Dn(e,t)?[e]:[e,...n,t]}function rn(e,[t,n]){let o=[t,n].find(c=>Dn(c,e));if(o!==void 0||e<=t||e>=n)return o??(e<=t?t:n);let s=js.findIndex(c=>c>=e),
[r,i]=[js[s-1]??t,js[s]??n],a=M(e)-M(r)<M(i)-M(e)?r:i;return Math.min(Math.max(a,t),n)}function lh(e,t,n){let o=ho(n);if(t>0){let r=o.findIndex(i=>i>e&&!Dn(i,e));
return r<0?o.at(-1):o[Math.min(r+t-1,o.length-1)]}let s=o.findLastIndex(r=>r<e&&!Dn(r,e));return s<0?o[0]:o[Math.max(s+t+1,0)]}var{figures:Bi}=w,uh=20,Bs=10,Re=8,L0={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1,PageUp:10,PageDown:-10,End:1/0,Home:-1/0};function hh(e,t){e.brush??=new qi(
e),e.brush.use(t)}function fh(e){return e.brush?.held??!1}function an(e,t){let n=document.createElementNS(Qe,e);for(let o in t)n.setAttribute(o,t[o]);return n}var qi=class{constructor(t){
this.figure=t,this.held=!1,this.group=an("g",{class:"brush",role:"group"}),this.rail=an("rect",{fill:Mn,height:Re,rx:Re/2}),this.band=an("rect",{fill:Xe,height:Re}),
this.half=an("path",{stroke:J,"stroke-width":2}),this.ground=an("rect",{fill:"transparent",height:36}),this.handles=[0,1].map(()=>an("circle",{role:"slider",tabindex:"\
0",r:Bs,fill:Xe,stroke:J,"stroke-width":2,class:"brush-handle"})),this.rings=[0,1].map(()=>an("circle",{r:Bs+3,fill:"none",stroke:Xe,"stroke-width":2,visibility:"\
hidden"})),this.group.append(this.rail,this.band,this.half,this.ground,...this.rings,...this.handles);for(let n of[this.ground,...this.handles])n.style.touchAction=
"pan-y",n.addEventListener("pointerdown",o=>this.press(o));this.handles.forEach((n,o)=>this.listen(n,o))}listen(t,n){t.style.outline="none",t.addEventListener("\
keydown",s=>this.key(n,s));let o=s=>this.rings[n].setAttribute("visibility",s?"visible":"hidden");t.addEventListener("focus",()=>o(t.matches(":focus-visible"))),
t.addEventListener("blur",()=>o(!1))}use(t){Object.assign(this,t);let{scale:n,y:o,ends:s,fixed:r}=t;this.group.parentNode!==this.figure.svg&&this.figure.svg.append(
this.group),this.group.setAttribute("aria-label",Bi.brush);let i=(h,f)=>{for(let p in f)h.setAttribute(p,f[p])},a=s.map(h=>T(y(n(h),n.from,n.to))),c={x:n.from-Re/
2,width:n.to-n.from+Re};i(this.rail,{...c,y:o-Re/2}),i(this.ground,{x:n.from-16,width:n.to-n.from+32,y:o-18}),i(this.band,{x:a[0],width:Math.max(a[1]-a[0],0),y:o-
Re/2});let l=T(y(n(t.median),n.from,n.to)),u=a[1]-a[0]>4*Bs;i(this.half,{d:u?`M${l} ${o-Re/2-1}v${Re+2}`:""}),this.ground.style.cursor=r?"":"pointer",this.handles.
forEach((h,f)=>{let p={cx:a[f],cy:o};i(h,{...p,r:r?6:Bs,fill:r?A:Xe,display:r&&f===1?"none":"inline","aria-label":Bi[f===0?"brush_low":"brush_high"],"aria-orien\
tation":"horizontal","aria-valuemin":100*(f===0?t.limits[0]:s[0]),"aria-valuemax":100*(f===0?s[1]:t.limits[1]),"aria-valuenow":Number((100*s[f]).toPrecision(6)),
"aria-valuetext":r?d(Bi.brush_observed,{prevalence:R(s[0])}):R(s[f]),"aria-disabled":!!r}),h.style.cursor=r?"":"grab",i(this.rings[f],p)})}change(t){t[0]===this.
ends[0]&&t[1]===this.ends[1]||(this.ends=t,this.onRange?.(t))}moveOne(t,n){let[o,s]=this.ends;this.change(t===0?[Math.min(n,s),s]:[o,Math.max(n,o)])}key(t,n){let o=L0[n.
key];if(o===void 0||this.fixed||n.altKey||n.ctrlKey||n.metaKey)return;n.preventDefault();let s=this.ends.map(r=>lh(r,o,this.limits));n.shiftKey?!s.some((i,a)=>i===
this.ends[a])&&Number.isFinite(o)&&this.change(s):this.moveOne(t,s[t]),this.onRangeEnd?.(this.ends)}shareAt(t){let n=this.figure.svg.getBoundingClientRect(),o=(t.
clientX-n.left)*this.figure.width/n.width,{scale:s}=this;return s.invert(y(o,s.from,s.to))}graspOf(t){let n=this.scale(this.shareAt(t)),o=this.ends.map(r=>n-this.
scale(r));if(Math.abs(o[0]-o[1])<3)return Math.abs(o[0])<uh?"either":o[0]<0?0:1;let s=Math.min(uh,(o[0]-o[1])/3);return o[0]>s&&o[1]<-s?"both":Math.abs(o[0])<=Math.
abs(o[1])?0:1}press(t){if(this.fixed||t.button!==0)return;t.preventDefault();let n=this.graspOf(t),o=this.shareAt(t),s=this.ends,r=t.currentTarget;this.held=!0,
this.handles[n===1?1:0].focus({preventScroll:!0}),r.setPointerCapture(t.pointerId);let i=c=>{let l=this.shareAt(c);if(n==="either"){if(rn(l,this.limits)===rn(o,
this.limits))return;n=l<o?0:1,this.handles[n].focus({preventScroll:!0})}n==="both"?this.moveBoth(s,M(l)-M(o)):this.moveOne(n,rn(l,this.limits))},a=()=>{r.removeEventListener(
"pointermove",i);for(let c of["pointerup","pointercancel"])r.removeEventListener(c,a);this.held=!1,this.onRangeEnd?.(this.ends),this.figure.again()};r.addEventListener(
"pointermove",i);for(let c of["pointerup","pointercancel"])r.addEventListener(c,a);r===this.ground&&typeof n=="number"&&i(t)}moveBoth(t,n){let[o,s]=[this.scale.
low,this.scale.high].map(M),[r,i]=t.map(M),a=y(n,Math.min(o-r,0),Math.max(s-i,0));this.change(t.map(c=>rn(N(M(c)+a),this.limits)))}};var fo=1,qs=-1,zs=0,Hs=null;function Us(e){let{low:t,high:n,error:o=0}=e??{};return!Number.isFinite(t)||!Number.isFinite(n)||X(e)?Hs:t>o?fo:n<-o?qs:zs}function Gs({
value:e,low:t,high:n,error:o},s){return{value:e[s],low:t[s],high:n[s],error:o?.[s]??0}}function W0(e,t,n){let o=e.prevalence.findIndex(i=>i>=n);if(o<0)return t.
at(-1);let[s,r]=[t[Math.max(o-1,0)],t[o]];return s===r?r:e.at?Us(e.at(n)):void 0}function ph(e,t){let n=Array.from(e.prevalence,(s,r)=>Us(Gs(e,r))),o=[];for(let s of ho(
t)){let r=W0(e,n,s);if(r===void 0)continue;let i=o.at(-1);i?.side===r?i.high=s:o.push({side:r,low:s,high:s})}return o}var{figures:U}=w,Vs=22,D0=17;function Hi(e,t,n,o={}){let s=it(e,U.difference,()=>Hi(e,t,n,o));if(!(t?.prevalence?.length>1))return B0(s,U.nothing);let r={...t,...j0(
t)},{one:i,other:a}=r,c=uo(n,i,a)?.adjusted??null;Kt(s,d(U.difference_above,{unit:Ht(n.scale,n),level:Y(n.level).replace(" "," ")}));let l=K0(r,n,c),{plot:u,place:h}=z0(
s,r,n,{mean:c,words:l});de(s,u.area,u.tickScale,u.ticks,dh),U0(s,u,r,n),Z0(s,u,r,c),h&&F(s.layer,h.left+2,h.top+E.tick,l,{"font-size":E.tick,...Rn}),G0(s,u,r,h&&
{...h,width:I(l,E.tick)}),V0(s,u,r);let f=X0(s,u,r,n,o);return ev(s,u,r,n),ot(s,f+4,ov(r,n,c))}function j0({low:e,high:t,error:n}){let o=s=>n?.[s]??0;return{lower:Array.
from(e,(s,r)=>s-o(r)),upper:Array.from(t,(s,r)=>s+o(r))}}function B0(e,t){return e.brush?.group.remove(),at(e,t)}var dh=e=>e>0?`+${Vt(e)}`:Vt(e);function q0(e,t){
return fh(e)||(e.axis=t.axis??[t.prevalence[0],t.prevalence[t.prevalence.length-1]]),e.axis}function z0(e,t,n,{mean:o,words:s}){let r=mh(e,t,n,o,Vs);if(!s)return{
plot:r,place:null};let i=Y0(e,r,t,{words:s,mean:o});if(i)return{plot:r,place:i};let a=mh(e,t,n,o,Vs+D0),{area:c}=a,l=I(s,E.tick)+4,[u,h]=t.range.map(p=>y(a.x(p),
c.left,c.right)),f=y((u+h-l)/2,c.left,Math.max(e.width-l,0));return{plot:a,place:{left:f,top:c.top+Vs-2}}}function mh(e,t,n,o,s){let{factor:r}=n.scale,[i,a]=q0(
e,t),c=Array.from(t.prevalence,(g,v)=>X(Gs(t,v))),[l,u]=H0(t,[i,a],o,c).map(g=>g*r),h=ie(l,u,e.width<480?4:5),f=He(e,ge(h,dh),Math.round(y(.36*e.width,185,270)),
14),p={...f,top:f.top+s,bottom:f.bottom-Vs},m=zt(l,u,p.bottom,p.top);return{area:f,inner:p,ticks:h,coarse:c,tickScale:m,x:ve(i,a,f.left,f.right),y:g=>m(y(g*r,l-
3*(u-l),u+3*(u-l)))}}function H0(e,[t,n],o,s){let{prevalence:r,value:i,lower:a,upper:c,range:l}=e,u=Array.from(r,(k,S)=>S).filter(k=>r[k]>=t&&r[k]<=n),h=u.filter(
k=>r[k]>=l[0]&&r[k]<=l[1]),f=h.length?h:[Jt(r,e.median)],p=f.filter(k=>!s[k]),[m,g]=ct([...f.map(k=>i[k]),...p.flatMap(k=>[a[k],c[k]]),o?.low,o?.high],0,0),v=.5*
(g-m||.001),_=ct(u.flatMap(k=>s[k]?[i[k]]:[a[k],c[k]]),m,g),x=[Math.max(_[0],m-v),Math.min(_[1],g+v)];return x[1]>x[0]?x:[-.001,.001]}function gh(e){let t=[];for(let n=0;n<
e.length;n++)n&&e[n]===e[n-1]?t.at(-1).end=n+1:t.push({mark:e[n],start:n,end:n+1});return t.map(n=>({...n,end:Math.min(n.end+1,e.length)}))}function U0(e,t,n,o){
let{area:s,inner:r,x:i,y:a}=t,c=n.range.map(m=>y(i(m),s.left,s.right)),l=y(a(0),r.top,r.bottom),u=Array.from(n.prevalence,i),h=m=>Array.from(m,a),f=gh(t.coarse).
map(({mark:m,start:g,end:v})=>{let _=k=>h(k).slice(g,v),x=u.slice(g,v);return{mark:m,line:Be(x,_(n.value)),band:Cn(x,_(n.lower),_(n.upper))}}),p=[[s.left,c[0],!1],
[c[0],c[1],!0],[c[1],s.right,!1]].filter(([m,g])=>g>m);for(let[m,g]of[n.one,n.other].map((v,_)=>[_,vh(o,v)])){let v={...q(g),dash:""},[_,x]=m===0?[r.top,l]:[l,r.
bottom];p.forEach(([k,S,C],G)=>{let ut=`strip-${m}-${G}`,Qt=O(e.layer,"g",In(e,{left:k,right:S,top:_+2,bottom:x-2},ut));for(let{mark:K,line:Mt,band:pt}of f)K?O(
Qt,"path",{d:Mt,fill:"none",stroke:A,"stroke-width":1.6,"stroke-dasharray":"1.5 4"}):(On(Qt,v,pt,C?.3:.12),kt(Qt,v,Mt,{"stroke-opacity":C?1:.5}))})}O(e.layer,"p\
ath",{d:`M${s.left} ${T(l)}H${s.right}`,stroke:D,"stroke-width":1.4})}function G0(e,{area:t,inner:n,x:o,y:s,coarse:r},i,a){let c=E.tick,l=I(we,c),u=(h,f)=>a&&Math.
abs(h-a.left-a.width/2)<(l+a.width)/2+6&&Math.abs(f-a.top-c)<c+4;for(let{mark:h,start:f,end:p}of gh(r)){let[m,g]=[i.prevalence[f],i.prevalence[p-1]].map(G=>y(o(
G),t.left,t.right));if(!h||g-m<l)continue;let[v,_]=ct(Array.from(i.value).slice(f,p).map(s)),x=y((m+g)/2,l/2,e.width-l/2),S=[v-8,_+c+4].map(G=>y(G,n.top+c,n.bottom)).
find(G=>!u(x,G)),C={"text-anchor":"middle","font-size":c,fill:A,"font-style":"italic"};S!==void 0&&F(e.layer,x,S,we,C)}}function vh(e,t){return e.models.find(n=>n.
name===t)?.index??-1}var zi=e=>e===$?w.verdict.without:z(e);function V0(e,{area:t},{one:n,other:o}){let s={"font-size":E.tick,"font-weight":600,...Rn},r=t.right-
t.left-60;[[n,t.top+14,"↑"],[o,t.bottom-7,"↓"]].forEach(([i,a,c])=>{let l=`${c} `;F(e.layer,t.left+4,a,l,s);let u=t.left+4+I(l,E.tick,600)+3,h=` ${U.better}`;
bt(e.layer,u,a,zi(i)+h,r,s)})}function K0(e,t,n){if(!n||X(n)||!Number.isFinite(n.value))return"";let o=e.range[0]===e.range[1]?U.value_there:U.mean;return d(o,{
mean:tt(n,t.scale,!0)})}function Z0(e,{area:t,x:n,y:o},s,r){let i=s.range.map(u=>T(y(n(u),t.left,t.right))),a=i[1]-i[0]<1.5,c=(a?[i[0]]:i).map(u=>`M${u} ${t.top}\
V${t.bottom+10}`).join("");if(O(e.layer,"path",{d:c,stroke:D,"stroke-dasharray":"1.5 3.5","stroke-width":1.4,fill:"none"}),!r||X(r)||!Number.isFinite(r.value))return;
let l=T(o(r.value));if(a){let u=`M${i[0]} ${T(o(r.low))}V${T(o(r.high))}`;O(e.layer,"path",{d:u,stroke:D,"stroke-width":2,fill:"none"}),O(e.layer,"path",{d:Z({marker:"\
circle"},i[0],l,4.5),fill:D})}else O(e.layer,"path",{d:`M${i[0]} ${l}H${i[1]}`,stroke:D,"stroke-width":1})}function Y0(e,t,n,{words:o,mean:s}){let{area:r,inner:i,
x:a,y:c}=t,l=E.tick,u=I(o,l)+4,h=n.range.map(_=>y(a(_),r.left,r.right)),[f,p]=[c(s.value),c(0)],m=J0(t,n),g=(_,x)=>{let k={left:_,right:_+u,top:x,bottom:x+l+4};
if(k.left<r.left+2||k.right>e.width-2||k.top<i.top-2||k.bottom>i.bottom+2||[p,f].some(C=>C>k.top-1&&C<k.bottom+1)||h.some(C=>C>k.left-2&&C<k.right+2))return!1;let S=({
x:C,low:G,high:ut})=>C<k.left-6||C>k.right+6||G<k.top-2||ut>k.bottom+2;return m.every(S)},v=(h[0]+h[1]-u)/2;for(let _=0;_<r.bottom-r.top;_+=10)for(let x of[f-l-
7-_,f+3+_])for(let k=0;k<40;k++){let S=v+(k%2?-1:1)*Math.ceil(k/2)*18;if(g(S,x))return{left:S,top:x}}return null}function J0({x:e,y:t,coarse:n},o){return Array.
from(o.prevalence,(s,r)=>{let[i,a]=n[r]?[o.value[r],o.value[r]]:[o.upper[r],o.lower[r]];return{x:e(s),low:t(a),high:t(i)}})}function X0(e,t,n,o,s){let{area:r,x:i}=t,
a=r.bottom+20,c=o.state?.prevalence===null;hh(e,{scale:i,y:a,ends:n.range,median:n.median,limits:s.limits??[i.low,i.high],fixed:c||!s.onRange,onRange:s.onRange,
onRangeEnd:s.onRangeEnd});let l=a+30,u=Q0(e,t,n,l);tv(e,t,u,l,a);let h=c?d(U.observed,H(o)):n.range[0]===n.range[1]?d(U.prevalence,H(o)):d(U.half,{median:R(n.median)}),
f=E.tick,p=I(h,f)/2,m=y(i(n.median),p,e.width-p);return F(e.layer,m,l+17,h,{"text-anchor":"middle","font-size":f,fill:A}),l+22}function Q0(e,{x:t,area:n},{range:o},s){
let r=E.text,i=o[0]===o[1]?[R(o[0])]:o.map(R),a=i.map(u=>I(u,r,600)/2),c=i.map((u,h)=>y(t(o[h]),Math.max(n.left-20,a[h]),e.width-a[h]));if(i.length===2){let u=c[0]+
a[0]+8-(c[1]-a[1]);u>0&&(c[0]=Math.max(c[0]-u/2,a[0]),c[1]=Math.min(c[0]+a[0]+8+a[1],e.width-a[1]),c[0]=Math.min(c[0],c[1]-a[1]-8-a[0]))}let l={"text-anchor":"m\
iddle","font-size":r,"font-weight":600};return i.forEach((u,h)=>F(e.layer,c[h],s,u,l)),c.map((u,h)=>[u-a[h]-10,u+a[h]+10])}function tv(e,{x:t},n,o,s){let r={"te\
xt-anchor":"middle","font-size":E.tick,fill:A},i=[...n],a="";for(let c of re(t.low,t.high,e.width<480?5:9)){let l=R(c),u=I(l,E.tick)/2,h=y(t(c),u,e.width-u);i.some(
([f,p])=>h+u>f&&h-u<p)||(i.push([h-u-10,h+u+10]),a+=`M${T(t(c))} ${s+7}v6`,F(e.layer,h,o,l,r))}O(e.layer,"path",{d:a,stroke:A,fill:"none"})}function ev(e,{area:t,
x:n,y:o},s,r){let i=Array.from(s.prevalence).filter(l=>l>=n.low&&l<=n.high),a=s.at?ho([n.low,n.high]):i,c=l=>s.at?.(l)??Gs(s,Array.from(s.prevalence).indexOf(l));
Yt(e,{label:U.read_difference,area:t,size:[a.length,1],start:[Jt(a,s.median),0],at:l=>[Jt(a,n.invert(y(l,t.left,t.right))),0],show:l=>{let u=a[l],h=c(u),p=[{name:d(
U.minus,{one:lt(s.one),other:lt(s.other)}),value:tt(h,r.scale,!0)},{name:nv(h,s)}],g=[{look:{...q(vh(r,h.value>=0?s.one:s.other)),marker:"circle"},x:n(u),y:o(h.
value)}],v=d(U.at_prevalence,{prevalence:R(u)});return{x:n(u),heading:v,rows:p,marks:g,foot:Ut(r.slice,H(r))}}})}function nv(e,{one:t,other:n}){let o=Us(e);return o===
Hs?we:o===zs?U.too_close:d(U.ahead_there,{name:lt(o===fo?t:n)})}function ov(e,t,n){let o=nh(t,e.one,e.other),s=ye(e.range),r={one:zi(e.one),other:zi(e.other),range:s,
stretch:wh(...e.range)};if(o===null||!n)return d(U.caption_unknown,r);let i=e.range[0]===e.range[1],a={mean:tt(n,t.scale,!0),level:Y(t.level),unit:Ht(t.scale,t)},
c=d(i?U.caption_value:U.caption_mean,{...r,...a});return`${sv(o,e,r,i)} ${c}`.replaceAll(" %"," %")}function wh(e,t){let[n,o]=[e,t].map(R);return n===o?d(U.at,
{low:n}):d(U.from_to,{low:n,high:o})}function sv(e,t,n,o){if(e===0)return d(o?U.caption_close_at:U.caption_close,n);let s=e<0?{...n,one:n.other,other:n.one}:n;if(o)
return d(U.caption_at,s);let r=ph(t,t.range),[i,a]=e>0?[fo,qs]:[qs,fo],c=new Set(r.map(({side:h})=>h));if(c.size===1&&c.has(i))return d(U.caption_everywhere,s);
if(!c.has(i))return d(U.caption_as_a_whole,s);if(r.length>4)return d(U.caption_in_parts,s);let l={[i]:U.stretch_ahead,[a]:U.stretch_behind,[zs]:U.stretch_close},
u=r.map(({side:h,low:f,high:p})=>d(h===Hs?U.stretch_unknown:l[h],{...s,stretch:wh(f,p)}));return d(U.caption_stretches,{stretches:u.join("; ")})}var{figures:be,gap_parts:jn}=w,cn=[{key:"total",head:jn.total,sign:""},{key:"labelShift",head:jn.label_shift,sign:"="},{key:"mechanism",head:jn.mechanism,sign:"\
+"},{key:"sharpnessCorrected",head:jn.sharpness,broken:jn.sharpness.replace("min","mi- n"),sign:"of which"},{key:"calibrationCorrected",head:jn.calibration,sign:"\
and"}];function Gi(e,t,n){let o=it(e,be.gaps,()=>Gi(e,t,n)),s=(n?.gaps??[]).filter(({parts:h})=>Number.isFinite(h?.total?.value));if(!s.length)return at(o,n?.setting?.
isMoved?w.page.shift.no_gaps:be.no_gaps);let r=new Map(s.map(({model:h,index:f})=>[f,h]));Ft(o,[...r].map(([h,f])=>({sample:$s(q(h)),name:f})));let i=qt(o.layer,
0,o.top-6,be.gaps_note,o.width,{"font-size":E.tick,fill:A})+8,a=rv(o,s,n,i);cv(o,a);for(let h of a.blocks)lv(o,a,h,n);let c=hv(o,a,n)+6,l=d(be.gaps_bars,{level:Y(
n.level),unit:Ht(n.scale,n)}),u=qt(o.layer,0,c,l,o.width,{"font-size":E.tick});return fv(o,a,n),ot(o,u+4,pv(s,n))}function rv(e,t,n,o){let r=(e.width-24)/cn.length,
i=t.length>16?18:32,a=cn.map(h=>av(h,r)),c=[],l=o+25+bh*Math.max(...a.map(({length:h})=>h));for(let h of t){let f=c.find(p=>p.group===h.group&&p.reference===h.reference);
f||c.push(f={group:h.group,reference:h.reference,rows:[]}),f.rows.push(h)}for(let h of c)h.top=l,h.rows=h.rows.map((f,p)=>({gap:f,y:l+24+i*p})),l+=24+i*h.rows.length+
8;let u=iv(t,n.scale.factor,r-14);return{left:24,wide:r,row:i,heads:a,blocks:c,top:o,bottom:l,scale:u,rows:c.flatMap(h=>h.rows)}}function iv(e,t,n){let o=e.flatMap(
c=>cn.map(({key:l})=>c.parts[l])).filter(Boolean),[s,r]=ct(o.map(({value:c})=>c),0,0),i=Math.max(-s,r)||1/t,a=ct(o.flatMap(({low:c,high:l})=>[c,l]),s,r);return zt(
Math.max(a[0],-2.2*i),Math.min(a[1],2.2*i),0,n)}var bh=13,Ui=12;function av({head:e,broken:t=e},n){let o=I(e,Ui,600)<=n-4;return Pt(o?e:t,n-4,Ui,600)}function cv(e,{
left:t,wide:n,heads:o,top:s}){let r={"text-anchor":"middle","font-size":E.tick};cn.forEach(({sign:i},a)=>{let c=t+n*(a+.5);F(e.layer,c,s+12,i,{...r,fill:A}),o[a].
forEach((l,u)=>F(e.layer,c,s+27+bh*u,l,{...r,"font-size":Ui,"font-weight":600}))})}function lv(e,t,{group:n,reference:o,rows:s,top:r},i){let{left:a,wide:c,row:l,
scale:u}=t,h=(e.width-60)/2,f=O(e.layer,"g");bt(f,0,r+16,n,h,{"font-weight":600});let p=Math.min(I(lt(n),13,600),h)+8;F(f,p,r+16,be.against,{fill:A}),bt(f,p+54,
r+16,o,h,{fill:A});let m=`M0 ${r-1}H${e.width}`,g=s[s.length-1].y+l;cn.forEach((v,_)=>m+=`M${T(a+c*_+7+u(0))} ${r+22}V${g}`),O(e.layer,"path",{d:m,stroke:A,fill:"\
none"});for(let v of s)uv(e,t,v,i)}function uv(e,{left:t,wide:n,row:o,scale:s},{gap:r,y:i},a){let c=q(r.index),l=i+o-10,u=(p,m)=>t+n*p+7+s(y(m,s.low,s.high)),h="",
f="";cn.forEach(({key:p},m)=>{let g=r.parts[p];if(!Number.isFinite(g?.value))return;let v=T(u(m,0)),_=T(u(m,g.value));h+=`M${v} ${l-5}H${_}v10H${v}z`,Number.isFinite(
g.low)&&Number.isFinite(g.high)&&(f+=Ne(u(m,g.low),u(m,g.high),l,3));let x={"text-anchor":"middle","font-size":12};o>24&&F(e.layer,t+n*(m+.5),l-9,X(g)?be.missing:
on(g,a.scale,!0),x)}),nt(e.layer,c,Z(c,10,l,4.5)),O(e.layer,"path",{d:h,fill:c.colour,stroke:c.edge}),O(e.layer,"path",{d:f,stroke:D,"stroke-width":1.3,fill:"no\
ne"})}function hv(e,{row:t,scale:n,bottom:o,left:s},r){if(t>24)return o;let i=(n.high-n.low)*r.scale.factor,a=ie(0,i*.6,3).pop(),c=n(a/r.scale.factor)-n(0);return O(
e.layer,"path",{d:Ne(s,s+c,o+6),stroke:D,fill:"none"}),F(e.layer,s+c+8,o+10,d(be.gaps_ruler,{length:Vt(a)}),{"font-size":E.tick}),o+14}function fv(e,{rows:t,row:n,
top:o,bottom:s},r){Yt(e,{label:be.read_gaps,area:{left:0,right:e.width,top:o,bottom:s},size:[t.length,1],start:[0,0],at:(i,a)=>[Math.max(0,t.findLastIndex(({y:c})=>a>=
c-2)),0],show:i=>{let{gap:a,y:c}=t[i],l=m=>m?tt(m,r.scale,!0):be.missing,u=cn.map(({key:m,head:g})=>({name:g,value:l(a.parts[m])})),h=[{look:q(a.index),name:a.model},
...u],f=ze(d(w.tables.gap_between,{group:lt(a.group),reference:lt(a.reference)}),e.width-40,E.tick,600),p=r.groups?.find(({name:m})=>m===a.group)??{name:a.group};
return{x:20,y:c+n-6,guide:!1,heading:f,rows:h,foot:Ut(p,H(r))}}})}function pv(e,t){let n=e.reduce((o,s)=>Math.abs(s.parts.total.value)>Math.abs(o.parts.total.value)?
s:o);return d(be.gaps_caption,{model:z(n.model),group:z(n.group),reference:z(n.reference),total:tt(n.parts.total,t.scale,!0),unit:Ht(t.scale,t)})}var{figures:It}=w,_h=18,mv=560;function Vi(e,t,n){let o=it(e,It.groups_forest,()=>Vi(e,t,n)),s=n?.groups??[],r=s.filter(({models:h})=>h.some(({score:f})=>Number.
isFinite(f?.value)));if(!r.length)return at(o,It.no_groups);Ft(o,dv(r,n.level));let i=gv(o,s,n);bv(o,i),O(o.layer,"path",{d:_v(i),stroke:Mn,"stroke-opacity":.7,
fill:"none"});for(let h of i.blocks)xv(o,i,h,n);let{area:a,x:c}=i,l=Wn(n.scale,n,n.state?.units),u=Zt(o,a,c,ie(c.low,c.high,4),Vt,l);return ot(o,u+4,kv(s,r,n),Mv(
r,n))}function dv(e,t){let n=new Map(e.flatMap(({models:i})=>i.map(({index:a,name:c})=>[a,c]))),o={stroke:D,"stroke-width":1.6,fill:"none"},s=(i,a,c)=>{O(i,"pat\
h",{d:Ne(a+3,a+29,c),...o}),O(i,"circle",{cx:a+16,cy:c,r:4.5,fill:D})},r=(i,a,c)=>O(i,"circle",{cx:a+16,cy:c,r:4,fill:J,stroke:D});return[...[...n].map(([i,a])=>({
sample:$s(q(i)),name:a})),{sample:s,name:d(It.own_cutoff,{level:Y(t)})},{sample:r,name:It.common_cutoff}]}var Ki=({observedExpected:e})=>Number.isFinite(e?.value)?
Pn(e):Number.isFinite(e)?Pn({value:e}):It.missing;function gv(e,t,n){let o=E.tick,s=t.flatMap(({models:x})=>x),r=x=>Math.max(0,...s.map(k=>I(x(k),o))),i=[It.net_benefit,
It.o_e],a=[r(x=>tt(x.score,n.scale)),r(Ki)].map((x,k)=>Math.max(x,I(i[k],o,600))+14),c=e.width>=mv,l=c?[0,1]:[1],u=l.reduce((x,k)=>x+a[k],0),h=c?Math.min(.28*e.
width,190):0,f=[],p=e.top+20,m=p,g=H(n);for(let x of t){let k=c?Pt(z(x.name),h-10,E.text,600).slice(0,2):[x.name],S=vv(x,g),C=Pt(S,c?h-10:e.width,o),G=c?0:18+15*
C.length,ut=16*k.length+15*C.length,Qt=Math.max(x.models.length,1)*_h,K=c?Math.max(ut,Qt)+12:G+Qt+12;f.push({group:x,words:k,small:C,top:m,first:m+G+(c?(K-Qt)/2:
4)}),m+=K}let v={left:h+4,right:e.width-u-8,top:p,bottom:m},_=wv(s,n.scale.factor,v);return{area:v,x:_,blocks:f,beside:c,names:h,heads:i,widths:a,shown:l}}function vv({
patients:e,positives:t,counted:n},o){return d(It.group_about,{...o,patients:B(e),counted:n??w.tables.patients,positives:B(t)})}function wv(e,t,n){let o=ct(e.flatMap(
({score:h,withCommonCutoff:f})=>[h?.value,f?.value])),s=o[1]-o[0]||Math.abs(o[1])||1/t,r=e.filter(({score:h})=>!X(h)).flatMap(({score:h})=>[h.low,h.high]),[i,a]=ct(
r,...o),c=Math.max(i,o[0]-1.5*s),l=Math.min(a,o[1]+1.5*s),u=.03*(l-c||s);return zt((c-u)*t,(l+u)*t,n.left,n.right)}function bv(e,{area:t,heads:n,widths:o,shown:s}){
let r=t.right+8;for(let i of s){r+=o[i];let a={"text-anchor":"end","font-size":E.tick,"font-weight":600};F(e.layer,r,t.top-7,n[i],a)}}function _v({area:e,x:t}){
return ie(t.low,t.high,4).map(n=>`M${T(t(n))} ${e.top}V${e.bottom}`).join("")}function xv(e,t,{group:n,words:o,small:s,top:r,first:i},a){let{beside:c,names:l}=t;
O(e.layer,"path",{d:`M0 ${T(r)}H${e.width}`,stroke:A,"stroke-opacity":.35});let u=c?l-6:e.width,h={"font-weight":600};o.forEach((p,m)=>bt(e.layer,0,r+17+16*m,p,
u,h));let f=r+17+16*(o.length-1);if(s.forEach((p,m)=>F(e.layer,0,f+15*(m+1),p,{"font-size":E.tick,fill:A})),!n.models.length){let p=n.whyNot?d(It.no_group_because,
{why:n.whyNot}):It.no_group,m=c?t.area.left:0;bt(e.layer,m,i+13,p,e.width-m,{"font-size":E.tick,fill:A})}n.models.forEach((p,m)=>yv(e,t,p,T(i+_h*(m+.5)),a.scale))}
function yv(e,{area:t,x:n,widths:o,shown:s},r,i,a){let c=q(r.index),{score:l,withCommonCutoff:u}=r,h=m=>Math.min(Math.max(n(m*a.factor),t.left),t.right);if(Number.
isFinite(l?.low)&&Number.isFinite(l?.high)&&!X(l)&&O(e.layer,"path",{d:Ne(h(l.low),h(l.high),i,3.5),stroke:c.edge,"stroke-width":1.7,fill:"none"}),X(l)||nt(e.layer,
c,Z(c,h(l?.value),i,4.5)),Number.isFinite(u?.value)&&!X(u)){let m=Z(c,h(u.value),i,3);O(e.layer,"path",{d:m,fill:J,stroke:c.edge,"stroke-width":1.6})}let f=[tt(
l,a),Ki(r)],p=t.right+8;for(let m of s)p+=o[m],F(e.layer,p,i+4,f[m],{"text-anchor":"end","font-size":E.tick})}function kv(e,t,n){let{verdict:o}=n,s=({models:l})=>l.
reduce((u,h)=>h.score?.value>u.score?.value?h:u).name,r=t.filter(l=>l.models.length>1&&s(l)!==o.best),i=n.models.some(({name:l})=>l===o.best),a=B(e.length);if(!i||
t[0].models.length<2)return d(It.groups_caption_plain,{count:a});let c={best:z(o.best),groups:r.map(({name:l})=>z(l)).join(", "),count:a};return o.coarse||t.some(
({models:l})=>l.some(({score:u})=>X(u)))?d(It.groups_caption_plain,c):d(r.length?It.groups_caption_others:It.groups_caption_same,c)}function Mv(e,{scale:t}){return e.
flatMap(({name:n,models:o})=>o.map(s=>d(It.group_line,{group:z(n),model:z(s.name),score:tt(s.score,t),common:tt(s.withCommonCutoff,t),ratio:Ki(s)}))).join(" ")}var{figures:ft}=w,Zi=40,Ov=270;function Yi({name:e,index:t,added:n,score:o,split:s}){let r=s?.uninformative??0,i=n??Tv(o,r),a=s?.calibrationCorrected??s?.calibration??
null,c=Number.isFinite(a?.value)?i.value+a.value:NaN;return{name:e,index:t,added:i,loss:a,would:c,perfect:(s?.perfect??NaN)-r}}function Tv({value:e,low:t,high:n,
...o},s){return{...o,value:e-s,low:t-s,high:n-s}}function Ji(e,t,n){let o=it(e,ft.models_forest,()=>Ji(e,t,n)),s=(n?.models??[]).map(Yi).filter(({added:u})=>Number.
isFinite(u?.value));if(!s.length)return at(o,ft.nothing);Ft(o,Ev(n.level));let r=Av(o,s,n.scale);Nv(o,r),$v(o,r,s,n.scale),s.forEach((u,h)=>Rv(o,r,u,h,n.scale));
let i=d(ft.more_than_without,{unit:Ht(n.scale,n),without:$}),{area:a,x:c}=r,l=Zt(o,a,c,ie(c.low,c.high,4),Vt,i);return ot(o,l+4,Cv(s,n),Pv(s,n.scale))}function Ev(e){
let t={stroke:D,"stroke-width":1.6,fill:"none"},n=(s,r,i)=>{O(s,"path",{d:Ne(r+3,r+29,i),...t}),O(s,"circle",{cx:r+16,cy:i,r:4.5,fill:D})},o=(s,r,i)=>{O(s,"path",
{d:`M${r+2} ${i}h24`,...t,"stroke-dasharray":tn}),O(s,"circle",{cx:r+27,cy:i,r:4.5,fill:J,stroke:D})};return[{sample:n,name:d(ft.adds_now_ci,{level:Y(e)})},{sample:o,
name:ft.if_recalibrated}]}function Av(e,t,n){let o=t.map(({added:m,loss:g,perfect:v})=>[tt(m,n),g?tt(g,n):ft.missing,Number.isFinite(v)?on({value:v,low:v,high:v},
n):ft.missing]),s=[ft.adds_now,ft.lost,ft.possible],r=E.tick,i=s.map((m,g)=>{let v=Pt(m,90,r,600);return Math.max(...v.map(x=>I(x,r,600)),...o.map(x=>I(x[g],r)))+
14}),a=i.reduce((m,g)=>m+g,0),c=e.width-a>=Ov,l=c?Math.min(Math.max(...t.map(({name:m})=>I(z(m),13,600)))+30,150):0,u=c?Zi:Zi+50,h=Math.max(...s.map(m=>Pt(m,90,
r,600).length)),f=e.top+(c?15*h+6:0),p={left:l+2,right:e.width-(c?a+8:14),top:f,bottom:f+u*t.length};return{area:p,beside:c,names:l,row:u,texts:o,heads:s,widths:i,
headTop:e.top,x:Sv(t,n.factor,p)}}function Sv(e,t,n){let o=e.flatMap(({added:l,would:u})=>[...X(l)?[]:[l.low,l.high],l.value,u]),[s,r]=ct(o.map(l=>l*t),0,0),i=e[0].
perfect*t,a=i>r&&i<4*(r-s)?i:r,c=.04*(a-s||1);return zt(s-c,a+c,n.left,n.right)}function Nv(e,{beside:t,area:n,heads:o,widths:s,headTop:r}){if(!t)return;let i=n.
right+8;o.forEach((a,c)=>{i+=s[c];let l={"text-anchor":"end","font-size":E.tick,"font-weight":600};Pt(a,90,E.tick,600).forEach((u,h)=>F(e.layer,i,r+12+15*h,u,l))})}
function $v(e,{area:t,x:n,beside:o,row:s},r,{factor:i}){let a=l=>r.map((u,h)=>`M${T(l)} ${T(t.top+s*h+(o?0:s-36))}v${o?s:36}`).join("");O(e.layer,"path",{d:a(n(
0)),stroke:D,"stroke-width":1.2});let c=n(r[0].perfect*i);c<=t.right&&O(e.layer,"path",{d:a(c),stroke:A,"stroke-dasharray":"2 3"})}function Rv(e,t,n,o,s){let{area:r,
beside:i,names:a,texts:c,widths:l,x:u}=t,h=q(n.index),f=r.top+t.row*o,p=T(i?f+Zi/2:f+72);if(o&&O(e.layer,"path",{d:`M0 ${T(f)}H${e.width}`,stroke:A,"stroke-opac\
ity":.3}),i){nt(e.layer,h,Z(h,7,p,4.5));let m=Pt(z(n.name),a-26,E.text,600).slice(0,2);m.forEach((v,_)=>bt(e.layer,18,p+5+15*(_-(m.length-1)/2),v,a-22,{"font-we\
ight":600}));let g=r.right+8;c[o].forEach((v,_)=>{g+=l[_],F(e.layer,g,p+4,v,{"text-anchor":"end","font-size":E.tick})})}else{nt(e.layer,h,Z(h,7,f+12,4.5)),bt(e.
layer,18,f+17,n.name,e.width-20,{"font-weight":600});let[m,g,v]=c[o];[d(ft.forest_line,{adds:m,possible:v}),d(ft.forest_line_lost,{lost:g})].forEach((x,k)=>F(e.
layer,18,f+33+15*k,x,{"font-size":E.tick}))}Iv(e,h,n,p,m=>u(m*s.factor))}function Iv(e,t,{added:n,would:o},s,r){let i={fill:"none",stroke:t.edge};if(Number.isFinite(
o)&&o>n.value){let a=`M${T(r(n.value))} ${s}H${T(r(o))}`;O(e.layer,"path",{d:a,...i,"stroke-width":1.8,"stroke-dasharray":tn}),O(e.layer,"path",{d:Z(t,r(o),s,4.5),
fill:J,stroke:t.edge,"stroke-width":1.8})}X(n)||(Number.isFinite(n.low)&&Number.isFinite(n.high)&&O(e.layer,"path",{d:Ne(r(n.low),r(n.high),s,5),...i,"stroke-wi\
dth":2}),nt(e.layer,t,Z(t,r(n.value),s,5.5)))}function xh(e,{name:t,added:n,loss:o,perfect:s},r){return d(e,{name:z(t),adds:tt(n,r),lost:o?tt(o,r):ft.missing,possible:Number.
isFinite(s)?on({value:s,low:s,high:s},r):ft.missing})}function Cv(e,t){let{scale:n,level:o}=t,s=({loss:i})=>i&&!X(i)&&i.low>(i.error??0),r=e.map(i=>xh(s(i)?ft.forest_model:
ft.forest_model_no_loss,i,n));return d(ft.models_caption,{without:$,models:r.join("; "),unit:Ht(n,t),level:Y(o).replace(" "," ")})}function Pv(e,t){return e.map(
n=>xh(ft.forest_model_whole,n,t)).join(" ")}var{figures:_e}=w,Fv=["found","missed","unnecessary","spared"],kh=18,Ks=16;function Xi(e,t){let n=e.reduce((a,c)=>a+c,0),o=e.map(a=>n>0?a*t/n:0),s=o.map(Math.floor),
r=t-s.reduce((a,c)=>a+c,0),i=o.map((a,c)=>c).sort((a,c)=>o[c]-s[c]-(o[a]-s[a])||a-c);for(let a of i.slice(0,n>0?r:0))s[a]+=1;return s}function Lv(e){let t=Math.
min(e,1-e);return[1e3,1e4,1e5].find(n=>n*t>=5)??1e6}function Qi(e){let t=(e?.patients??[]).filter(({found:a,missed:c})=>Number.isFinite(a+c));if(!t.length)return null;
let n=e.setting.median,o=Lv(n),[s,r]=Xi([n,1-n],o),i=t.map(({name:a,index:c,kind:l,found:u,missed:h,unnecessary:f,spared:p})=>{let[m,g]=Xi([u,h],s),[v,_]=Xi([f,
p],r);return{name:a,index:c,kind:l,...{found:m,missed:g,unnecessary:v,spared:_},...Wv(e,a,o)}});return{prevalence:n,count:o,cases:s,nonCases:r,rows:i}}function Wv(e,t,n){
let o=e.models?.find(i=>i.name===t)?.decisions,s=[o?.true_positives_per_1000,o?.false_positives_per_1000].filter(Boolean),r=Math.max(0,...s.map(i=>i.error??0))*
(n/1e3);return{coarse:s.some(X),about:r>.5}}function ta(e,t,n){let o=it(e,_e.patients,()=>ta(e,t,n)),s=Qi(n);if(!s)return at(o,_e.nothing);let r=H(n),i=Dv(o,s,r);
jv(o,i,s,r);let a=i.top;for(let c of s.rows)a=Bv(o,i,s,c,a,r);return ot(o,a,qv(s,r),zv(s,r))}function Dv(e,{rows:t},n){let o=Math.max(...t.map(({name:f})=>I(z(f),
E.text,600))),s=t.map(f=>Mh(f,n)).concat(t.map(f=>Oh(f,n))),r=(f,p)=>Math.max(...s.slice(f,p).map(m=>I(m,E.tick))),i=r(0,t.length)+r(t.length)+2*Ks,a=e.width-i>=
90,c=a?Math.min(o+Ks,e.width-i,190):0,l=e.width-c-Ks-2,u=[r(0,t.length),r(t.length)],h=y(.36*l,Math.min(u[0],.5*l),Math.max(l-u[1],.4*l));return{beside:a,left:c,
nameWidth:a?c-12:e.width,first:{left:c+1,width:h},second:{left:c+1+h+Ks,width:Math.max(l-h,60)},top:e.top}}function ea(e,t,n){if(t.coarse)return we;let o=Object.
fromEntries(Fv.map(r=>[r,B(t[r])])),s=d(e,{...n,name:z(t.name),...o});return t.about?d(_e.about,{words:s}):s}var Mh=(e,t)=>ea(_e.found_missed,e,t),Oh=(e,t)=>ea(
_e.unnecessary,e,t);function jv(e,t,{cases:n,nonCases:o},s){let r=[[t.first,d(_e.of_cases,{...s,count:B(n)})],[t.second,d(_e.of_non_cases,{...s,count:B(o)})]],i=r.
map(([c,l])=>Pt(l,c.width,E.tick)),a=Math.max(...i.map(({length:c})=>c));r.forEach(([c],l)=>i[l].forEach((u,h)=>{let f=e.top+12+15*(h+a-i[l].length);F(e.layer,c.
left,f,u,{"font-size":E.tick,fill:A})})),t.top=e.top+12+15*a}function Bv(e,t,{cases:n,nonCases:o},s,r,i){let a=Pt(z(s.name),t.nameWidth,E.text,600).slice(0,3),c={
"font-size":E.text,"font-weight":600};a.forEach((m,g)=>bt(e.layer,0,r+14+16*g,m,t.nameWidth,c));let l=t.beside?r:r+16*a.length+5,{colour:u,edge:h}=q(s.kind==="m\
odel"?s.index:-1);yh(e,t.first,l,s.coarse?0:s.found,n,{fill:u,stroke:h}),yh(e,t.second,l,s.coarse?0:s.unnecessary,o,{fill:A,stroke:A,"fill-opacity":.45});let f={
"font-size":E.tick},p=[[t.first,Mh(s,i)],[t.second,Oh(s,i)]].map(([{left:m,width:g},v])=>qt(e.layer,m,l+kh+2,v,g+4,f));return Math.max(...p,r+14+16*a.length)+18}
function yh(e,{left:t,width:n},o,s,r,i){let a={x:T(t),y:T(o),height:kh};O(e.layer,"rect",{...a,width:T(n),fill:J,stroke:"none"});let{"fill-opacity":c=1,...l}=i;
s>0&&r>0&&O(e.layer,"rect",{...a,width:T(n*s/r),fill:l.fill,"fill-opacity":c}),O(e.layer,"rect",{...a,width:T(n),fill:"none",stroke:l.stroke??D})}function qv({prevalence:e,
count:t,cases:n,rows:o},s){let r=o.filter(({kind:i})=>i==="model");return d(_e.patients_caption,{...s,count:B(t),prevalence:R(e),cases:B(n),rows:Th(_e.patients_row,
r,s)})}function zv({rows:e},t){return`${Th(_e.patients_row_whole,e,t)}.`}function Th(e,t,n){let o=s=>`${z(s.name)}: ${we}`;return t.map(s=>s.coarse?o(s):ea(e,s,
n)).join("; ")}var{figures:Xt}=w,na=[0,.2,.4,.6,.8,1],oa=101;function sa(e,t,n){let o=it(e,Xt.roc,()=>sa(e,t,n)),s=(t??[]).filter(({fpr:f,tpr:p})=>f?.length>1&&p?.length>1).map(
Hv);if(!s.length)return at(o,Xt.nothing);Ft(o,Uv(s));let r=H(n);Kt(o,d(Xt.roc_above,r));let i=ge(na,R),a=Math.min(o.width-i-14,390),c={...He(o,i,a),right:i+a},l={
area:c,x:zt(0,1,c.left,c.right),y:zt(0,1,c.bottom,c.top)};de(o,c,l.y,na,R);let u=`M${c.left} ${c.bottom}L${c.right} ${c.top}`;O(o.layer,"path",{d:u,stroke:A,"st\
roke-dasharray":"2 3",fill:"none"});for(let{index:f,fpr:p,tpr:m}of s)kt(o.layer,q(f),Be(p.map(l.x),m.map(l.y)));Gv(o,l,s);let h=Zt(o,c,l.x,na,R,d(Xt.roc_axis,r));
return Kv(o,l,s,n),ot(o,h+4,Yv(s,n))}function Hv(e){let[t,n]=[Array.from(e.fpr),Array.from(e.tpr)];return t[0]<=t[t.length-1]?{...e,fpr:t,tpr:n}:{...e,fpr:t.reverse(),
tpr:n.reverse()}}function Uv(e){let t=(o,s)=>(r,i,a)=>O(r,"circle",{cx:i+22,cy:a,r:o,fill:s,stroke:D}),n=e.some(({points:o})=>o?.some(({what:s})=>s!=="middle"));
return[...e.map(({name:o,index:s,auc:r})=>({sample:Ue(q(s)),name:o,more:`, ${d(Xt.auc,{auc:Ah(r)})}`})),{sample:t(6,A),name:Xt.roc_point},...n?[{sample:t(3.5,J),
name:Xt.roc_ends}]:[]]}function Ah(e){let t=typeof e=="number"?e:e?.value;return Number.isFinite(t)?t.toFixed(3):"–"}function Gv(e,{area:t,x:n,y:o},s){let r=[];
for(let{index:c,points:l}of s){let u=q(c),h="";for(let f of l??[])f.what==="middle"?r.push({...f,look:u,x:n(f.fpr),y:o(f.tpr)}):h+=Z(u,n(f.fpr),o(f.tpr),3.2);h&&
O(e.layer,"path",{d:h,fill:J,stroke:u.edge,"stroke-width":1.8})}let i=r.filter(c=>Number.isFinite(c.x)&&Number.isFinite(c.y)),a=i.map(({x:c,y:l})=>({left:c-8,right:c+
8,top:l-8,bottom:l+8}));for(let c of i)Vv(e,t,c,a);for(let c of i)nt(e.layer,c.look,Z(c.look,c.x,c.y,5.5))}function Vv(e,t,{x:n,y:o,cutoff:s,look:r},i){let a=`≥\
 ${R(s)}`,c=I(a,E.tick,600)+22,l=Math.min(n+12,t.right-c),u=v=>({left:l,right:l+c,top:v,bottom:v+17}),h=v=>i.some(_=>v.left<_.right&&_.left<v.right&&v.top<_.bottom&&
_.top<v.bottom),f=Math.min(o+8,t.bottom-18);for(;h(u(f))&&f<t.bottom-20;)f+=4;i.push(u(f));let[p,m]=[[n,o],[l+6,f+8]].map(v=>v.map(T).join(" "));O(e.layer,"path",
{d:`M${p}L${m}`,stroke:D,"stroke-width":1});let g={x:T(l),y:T(f),width:T(c),height:17,rx:3};O(e.layer,"rect",{...g,fill:J,"fill-opacity":.88}),nt(e.layer,r,Z(r,
l+8,f+8.5,3.6)),F(e.layer,l+16,f+12.5,a,{"font-size":E.tick,"font-weight":600})}function Kv(e,{area:t,x:n,y:o},s,r){Yt(e,{label:Xt.read_roc,area:t,size:[oa,1],start:[
Eh(s[0].points?.find(({what:i})=>i==="middle")?.fpr),0],at:i=>[Eh(n.invert(i)),0],show:i=>{let a=i/(oa-1),c=s.map(f=>({...f,height:Zv(f,a)})),l=c.map(({name:f,index:p,
height:m})=>({look:q(p),name:f,value:d(Xt.roc_finds,{tpr:R(m)})})),u=c.map(({index:f,height:p})=>({look:q(f),x:n(a),y:o(p)})),h=d(Xt.roc_heading,{fpr:R(a)});return{
x:n(a),low:!0,heading:h,rows:l,marks:u,foot:Ut(r.slice,H(r))}}})}function Eh(e){return Number.isFinite(e)?Math.round((oa-1)*y(e,0,1)):10}function Zv({fpr:e,tpr:t},n){
let o=0;for(;o<e.length-1&&e[o+1]<=n;)o++;let s=(e[o+1]??0)-e[o];return s>0?t[o]+(t[o+1]-t[o])*(n-e[o])/s:t[o]}function Yv(e,t){let n=H(t);return`${e.map(({name:s,
auc:r,points:i})=>{let a=i?.find(({what:f})=>f==="middle"),c=d(Xt.roc_ranks,{name:z(s),auc:Ah(r)});if(!a)return c;let[l,u,h]=[a.tpr,a.fpr,a.cutoff].map(R);return d(
Xt.roc_model,{ranks:c,...n,tpr:l,fpr:u,cutoff:h})}).join("; ")} (${Ut(t.slice,n)}).`}var Bn=["value","low","high","error"];function ln(e,t=1){if(typeof e=="number")return[t*e,null,null,0];let n=o=>Number.isFinite(o)?t*o:null;return[e?.value,e?.low,
e?.high,e?.error??null].map(n)}function Sh({value:e,low:t,high:n,error:o},s){return{value:e[s],low:t?.[s],high:n?.[s],error:o?.[s]}}function Nh(e,t,{factor:n,unit:o}){
return t.flatMap(([s,r,i])=>Array.from(e,(a,c)=>[a,s,r,...ln(Sh(i,c),n),o]))}function $h(e,{scale:{factor:t,unit:n}}){let{one:o,other:s,prevalence:r,range:i}=e;
return{heads:["prevalence","model","minus",...Bn,"unit","within_range"],rows:Array.from(r,(a,c)=>[a,o,s,...ln(Sh(e,c),t),n,a>=i[0]&&a<=i[1]])}}function Rh(e,t){
let n=t.patients??[],o=Qi(t);return{heads:["choice","prevalence","patients","found","missed","unnecessary","spared","found_per_1000","unnecessary_per_1000"],rows:n.
map(({name:s,found:r,unnecessary:i},a)=>{let c=o.rows[a],l=[c.found,c.missed,c.unnecessary,c.spared];return[s,o.prevalence,o.count,...l,r,i]})}}function Ih({prevalence:e,
models:t,treatAll:n,scale:o},s){let r=t.flatMap(a=>[[a.name,"as it is",a],...a.recalibrated?[[a.name,"recalibrated",{value:a.recalibrated}]]:[]]),i=n?[[Ct,"defa\
ult strategy",{value:n}]]:[];return{heads:["prevalence","model","kind",...Bn,"unit"],rows:Nh(e,[...r,...i],o??s.scale)}}function Ch({cost:e,prevalence:t,models:n,
treatAll:o,scale:s},r){let i=n.map(l=>[l.name,"as it is",l]),a=o?[[Ct,"default strategy",{value:o}]]:[],c=Nh(e,[...i,...a],s??r.scale);return{heads:["threshold_\
probability","model","kind",...Bn,"unit","prevalence"],rows:c.map(l=>[...l,t])}}function Ph(e){for(;!e.done&&e.work&&!e.work(50););let{prevalence:t,cost:n,names:o,
winner:s}=e,r={[no]:"too close to call",[oo]:"not from this page"};return{heads:["threshold_probability","prevalence","best"],rows:Array.from(n).flatMap((i,a)=>Array.
from(t,(c,l)=>{let u=s[a][l];return[i,c,u===null?null:r[u]??o[u]]}))}}function Fh(e){let t=({name:s,curve:r})=>Array.from(r?.predicted??[],(i,a)=>[s,"curve",i,null,
r.observed[a],r.low?.[a]??null,r.high?.[a]??null,null,null]),n=({name:s,histogram:r})=>Array.from(r?.cases??[],(i,a)=>[s,"histogram",N(r.edges[a]),N(r.edges[a+1]),
null,null,null,i,r.nonCases[a]]),o=({name:s,observedExpected:r})=>{let[i,a,c]=ln(r??void 0);return[[s,"observed/expected",null,null,i,a,c,null,null]]};return{heads:[
"model","what","predicted","predicted_to","observed","low","high","share_of_cases","share_of_non_cases"],rows:e.flatMap(s=>[...t(s),...n(s),...o(s)])}}function Lh(e){
return{heads:["model","false_positive_rate","true_positive_rate","cutoff","what"],rows:e.flatMap(({name:t,fpr:n,tpr:o,points:s})=>[...Array.from(n,(r,i)=>[t,r,o[i],
null,"curve"]),...s.map(r=>[t,r.fpr,r.tpr,r.cutoff,r.what])])}}function Wh(e,{models:t,scale:{factor:n,unit:o}}){let s=(r,i,a)=>[r,i,...ln(a,n),o];return{heads:[
"model","part",...Bn,"unit"],rows:t.flatMap(r=>{let{name:i,added:a,loss:c,perfect:l}=Yi(r),u=Object.entries(r.split??{}).filter(([,h])=>h!=null);return[s(i,"net\
 benefit",r.score),s(i,"adds over deciding without a model",a),s(i,"lost to miscalibration",c??void 0),s(i,"a perfect model adds",l),...u.map(([h,f])=>s(i,h,f))]})}}
function Dh(e,{groups:t,scale:{factor:n,unit:o}}){let s=({name:r,patients:i,positives:a,prevalence:c})=>[r,i,a,c];return{heads:["group","patients","positives","\
prevalence","model","what",...Bn,"unit","observed_expected","observed_expected_low","observed_expected_high"],rows:t.flatMap(r=>r.models.flatMap(({name:i,score:a,
withCommonCutoff:c,observedExpected:l})=>[["own cut-off",a],["common cut-off",c]].map(([u,h])=>{let f=ln(l??void 0).slice(0,3);return[...s(r),i,u,...ln(h,n),o,...f]})))}}
var Jv=["total","labelShift","mechanism","sharpnessCorrected","calibrationCorrected"];function jh(e,{gaps:t,scale:{factor:n,unit:o}}){return{heads:["group","ref\
erence","model","part",...Bn,"unit"],rows:t.flatMap(({group:s,reference:r,model:i,parts:a})=>Jv.filter(c=>Number.isFinite(a[c]?.value)).map(c=>[s,r,i,c,...ln(a[c],
n),o]))}}var{figures:xe}=w;function ra(e,t,n){let o=it(e,xe.value,()=>ra(e,t,n)),s=Ps(t);if(!s?.models?.length||!(s.prevalence?.length>1))return at(o,xe.nothing);let r=s.
scale??n.scale;Ft(o,Xv(s,n)),Kt(o,Wn(r,n,n.state?.units));let i=s.range[0]===s.range[1]?1.4:.5,a=Fs(o,s,r,s.prevalence,Ss(s.prevalence,s.range,i));Ls(o,a,s);let c=re(
a.x.low,a.x.high,o.width<480?6:9),l=d(xe.prevalence,H(n)),u=Zt(o,a.area,a.x,c,R,l),h=f=>d(xe.at_prevalence,{prevalence:R(f)});return Ws(o,a,{...s,scale:r},n,{shares:s.
prevalence,start:s.median,heading:h}),ot(o,u+4,Qv(s,n))}function Xv(e,t){let n=Ds(e,t.level),o=e.models.length,s={colour:A,edge:A,dash:tn,marker:null,width:1.8},
r=e.models.some(({recalibrated:c})=>c),i={range:ye(e.range)},a=e.range[0]===e.range[1]?xe.your_setting:xe.your_range;return[...n.slice(0,o),...r?[{sample:Ue(s),
name:xe.recalibrated}]:[],...n.slice(o),{sample:Rs(e.range),name:d(a,i)}]}function Qv(e,t){let{models:n,scale:o,level:s,verdict:r}=t,i=n.map(({name:a,score:c})=>d(
xe.value_one,{name:z(a),score:tt(c,o)}));return d(e.range[0]===e.range[1]?xe.value_caption_at:xe.value_caption,{range:ye(e.range),scores:i.join(", "),unit:Ht(o,
t),level:Y(s),best:Ln(r)}).replaceAll(" %"," %")}var{figures:Lt}=w,Uh="no model",Bh=12,tw=40,ew=120;function ia(e,t,n,o={}){let s=it(e,Lt.winner,()=>ia(e,t,n,o));if(!(t?.winner?.length>1)||!(t.winner[0]?.length>
1))return at(s,Lt.nothing);let r=ow(t,n),{range:i,costs:a}=n.setting;Kt(s,d(Lt.winner_above,H(n)));let c=re(...Kh(t).cost,8),l=He(s,ge(c,Gh),Math.round(s.width*
.34+80)),u=rw(t,l),h=Vh(t);iw(s,h,u,r),aw(s,h,u,r),lw(s,l,u,c);let f=mw(u,i,a);uw(s,h,u,r,f),dw(s,f);let p=re(u.x.low,u.x.high,s.width<480?6:9),m=d(Lt.prevalence,
H(n));return s.top=Zt(s,l,u.x,p,R,m)+8,Ft(s,sw(h,r,n.setting)),gw(s,l,u,t,n,r,o),nw(s,t),ot(s,s.top-4,ww(n,o))}var Gh=e=>`${R(e)}, ${ce(e)}`,qh=e=>globalThis.requestIdleCallback?
requestIdleCallback(e,{timeout:50}):setTimeout(()=>e(null),16);function nw(e,t){if(e.map=t,t.done||!t.work||e.working===t)return;e.working=t;let n=performance.now(),
o=s=>{if(e.map!==t||!e.svg.isConnected){e.working=null;return}let r=t.work(y(s?.timeRemaining()??Bh,Bh,tw));(r||performance.now()-n>ew)&&(r&&(e.working=null),e.
again(),n=performance.now()),r||qh(o)};qh(o)}function ow(e,t){let n=new Map;return e.names.forEach((o,s)=>{let r=t.models.find(c=>c.name===o);if(dn.includes(o)&&
!r)return;let{colour:i,edge:a}=q(r?.index??s);n.set(s,{name:o,look:q(r?.index??s),fill:i,edge:a,opacity:.8})}),n.set(Uh,{name:Lt.no_model_short,fill:A,edge:A,opacity:.08}),
n.set(no,{name:Lt.too_close,fill:A,edge:A,opacity:.32}),n.set(oo,{name:we,fill:J,edge:A,opacity:1}),n.set(null,{name:Lt.working,fill:A,edge:A,opacity:.14,dash:"\
3 2"}),n}function Vh({winner:e,names:t}){let n=t.map(s=>!dn.includes(s)),o=s=>s==null?null:s<0||n[s]?s:Uh;return e.map(s=>Array.from(s,o))}function sw(e,t,{range:n,
costs:o}){let s=new Set(e.flat()),r={fill:"none",stroke:D,"stroke-width":2.5},i=n[0]===n[1]&&o[0]===o[1],a=(u,h,f)=>O(u,"circle",{cx:h+16,cy:f,r:6,...r}),c=[...t].
filter(([u])=>s.has(u)).map(([,{name:u,fill:h,edge:f,opacity:p,dash:m="none"}])=>({sample:Fn({fill:h,"fill-opacity":p,stroke:f,"stroke-dasharray":m}),name:u})),
l=d(Lt.your_box,{prevalence:ye(n),cost:xo(o)});return[...c,{sample:i?a:Fn(r),name:l}]}function rw(e,t){let{prevalence:n,cost:o}=Kh(e),s=ve(...n,t.left,t.right),
r=ve(...o,t.bottom,t.top);return{x:s,y:r,columns:zh(Array.from(e.prevalence,s),s),rows:zh(Array.from(e.cost,r),r)}}function Kh({axes:e,prevalence:t,cost:n}){let o=s=>[
s[0],s[s.length-1]];return e??{prevalence:o(t),cost:o(n)}}function zh(e,{from:t,to:n}){let o=e.slice(1).map((s,r)=>T((s+e[r])/2));return[T(t),...o,T(n)]}function iw(e,t,n,o){
Zh(e,t,n,o);let s=cw(t,n.columns,n.rows);O(e.layer,"path",{d:s,stroke:D,fill:"none","stroke-width":.8})}function Zh(e,t,{columns:n,rows:o},s){let r=new Map([...s.
keys()].map(i=>[i,""]));t.forEach((i,a)=>{let c=0;for(let l=1;l<=i.length;l++){if(l<i.length&&i[l]===i[c])continue;let u=`M${n[c]} ${o[a]}H${n[l]}V${o[a+1]}H${n[c]}\
z`;r.set(i[c],r.get(i[c])+u),c=l}});for(let[i,a]of r){let{fill:c,opacity:l}=s.get(i);a&&i!==null&&O(e.layer,"path",{d:a,fill:c,"fill-opacity":l,"shape-rendering":"\
crispEdges"})}}function aw(e,t,n,o){if(t.every(a=>!a.includes(null)))return;let s=(a,c)=>[1,2,4].map(l=>t[a-a%l][c-c%l]).find(l=>l!==null)??null,r=t.map((a,c)=>a.
map((l,u)=>l===null?s(c,u):null)),i=new Map([...o].map(([a,c])=>[a,{...c,opacity:.4*c.opacity}]));Zh(e,r,n,i)}function cw(e,t,n){let o="",s=(r,i)=>r!==i&&r!==null&&
i!==null;for(let r=0;r<e.length;r++)for(let i=0;i<e[r].length;i++)i>0&&s(e[r][i],e[r][i-1])&&(o+=`M${t[i]} ${n[r]}V${n[r+1]}`),r>0&&s(e[r][i],e[r-1][i])&&(o+=`M${t[i]}\
 ${n[r]}H${t[i+1]}`);return o}function lw(e,t,{y:n},o){let s=Os(o,n,18);de(e,{...t,right:t.left},n,s,Gh);let r=s.map(a=>`M${t.left-4} ${T(n(a))}h4`).join(""),i=`\
M${t.left} ${t.top}H${t.right}V${t.bottom}H${t.left}z`;O(e.layer,"path",{d:r+i,stroke:A,fill:"none"})}function uw(e,t,{columns:n,rows:o},s,r){for(let[i,{name:a}]of s){
if(i===null)continue;let c=fw(t,i,n,o),l=Math.min(I(lt(a),E.text,600)+8,160),u=c.width>=l&&c.height>=20?hw(c,l,r):null;u&&Vu(e.layer,u.x,u.y+4.5,a,l,{"font-weig\
ht":600})}}function hw(e,t,n){let o=({x:r,y:i})=>r+t/2<n.left-4||r-t/2>n.right+4||i+10<n.top-4||i-10>n.bottom+4;return[[0,0],[0,-1],[0,1],[-1,0],[1,0]].flatMap(
([r,i])=>[.5,1].map(a=>({x:e.x+r*a*(e.width-t)/2,y:e.y+i*a*(e.height-20)/2}))).find(o)??null}function fw(e,t,n,o){let s=new Array(e[0].length).fill(-1),r={area:0,
width:0,height:0};for(let i=0;i<e.length;i++){for(let a=0;a<s.length;a++)s[a]=e[i][a]!==t?-1:s[a]<0?i:s[a];for(let a=0;a<s.length;a++)s[a]<0||a>0&&s[a-1]===s[a]||
(r=pw(s,a,i,n,o,r))}return r}function pw(e,t,n,o,s,r){let i=t,a=t;for(;i>0&&e[i-1]>=0&&e[i-1]<=e[t];)i--;for(;a+1<e.length&&e[a+1]>=0&&e[a+1]<=e[t];)a++;let c=o[a+
1]-o[i],l=Math.abs(s[n+1]-s[e[t]]),u=c*Math.min(l,90);return u<=r.area?r:{area:u,width:c,height:l,x:(o[a+1]+o[i])/2,y:(s[n+1]+s[e[t]])/2}}function mw({x:e,y:t},n,o){
let[s,r]=n.map(u=>T(e(y(u,e.low,e.high)))),[i,a]=o.map(u=>T(t(y(u,t.low,t.high)))),c=r-s<3?4:0,l=i-a<3?4:0;return{left:s-c,right:r+c,top:a-l,bottom:i+l,single:c>
0&&l>0}}function dw(e,{left:t,right:n,top:o,bottom:s,single:r}){let i={cx:(t+n)/2,cy:(o+s)/2,r:7,fill:"none"},a={x:t,y:o,width:T(n-t),height:T(s-o),rx:2,fill:"n\
one"},[c,l]=r?["circle",i]:["rect",a];O(e.layer,c,{...l,stroke:J,"stroke-width":6}),O(e.layer,c,{...l,stroke:D,"stroke-width":2.5})}function gw(e,t,{x:n,y:o},s,r,i,a){
let{range:c,costs:l}=r.setting,u=s.cost.length-1,h=m=>u-Jt(s.cost,m),f=m=>Jt(s.prevalence,m),p=Vh(s);Yt(e,{label:Lt.read_winner,lazy:!0,area:t,size:[s.prevalence.
length,s.cost.length],start:[f(gt(...c)),h(gt(...l))],at:(m,g)=>[f(n.invert(m)),h(o.invert(g))],pick:a.onPick&&((m,g)=>a.onPick(Hh(s.prevalence,m),Hh(s.cost,u-g))),
show:(m,g)=>{let[v,_]=[s.prevalence[m],s.cost[u-g]],x={x:n(v),y:o(_)},k={prevalence:R(v),threshold:R(_),ratio:ce(_)},S=vw(a.pointAt?.(v,_),p[u-g][m],i,r),C={colour:J,
marker:"circle"},G=a.onPick?Lt.winner_pick:Ut(r.slice,H(r));return{...x,guide:!1,heading:d(Lt.winner_heading,k),rows:S,marks:[{look:C,...x}],foot:G}}})}function Hh(e,t){
return rn(e[t],[e[0],e[e.length-1]])}function vw(e,t,n,o){let s=n.get(t);if(!e?.verdict)return[{look:s.look,name:s.name}];let{verdict:r}=e,i=[{look:s.look,name:Ln(
r)}],a=uo(e,r.best,r.runnerUp);if(r.coarse||!a)return i;let[c,l]=[r.best,r.runnerUp].map(lt),u=tt(a.adjusted,e.scale??o.scale,!0);return i.push({name:d(Lt.minus,
{one:c,other:l}),value:u}),Number.isFinite(a.confidence)&&i.push({name:Lt.winner_confidence,value:mn(a.confidence).replace(" %"," %")}),i}function ww(e,{pointAt:t}){
let{median:n,costs:o}=e.setting,s=gt(...o),r=Wi(e,t,n,s),i=Ln(r?r.verdict:e.verdict);return d(Lt.winner_caption,{prevalence:R(n),ratio:ce(s),best:i})}var{page:Zs}=w,{sections:Ge}=Zs;function Yh({state:e,verdict:t}){let[n,o]=[t.best,t.runnerUp].sort((r,i)=>(r===$)-(i===$)),s=e.against??o;return[n,s===n?o:s]}var bw={
difference:{title:e=>{let[t,n]=Yh(e);return vt(Zs.against.main,{one:[t],other:{control:"other",text:n}})},data:(e,t,n)=>e.differenceCurve(t,...Yh(n)),draw:Hi,rows:$h},
patients:{title:()=>[Zs.patients_title],note:({setting:e})=>d(Zs.patients_note,{prevalence:Nt(j(e.median))}),tellsItself:!0,data:(e,t,n)=>n,draw:ta,rows:Rh},decision:{
title:()=>[Ge.decision],data:(e,t)=>e.decisionCurve(t),draw:ji,rows:Ch},calibration:{title:()=>[Ge.calibration],data:(e,t)=>e.calibration(t),draw:Li,rows:Fh},models:{
title:()=>[Ge.models],data:(e,t,n)=>n,draw:Ji,rows:Wh},groups:{title:()=>[Ge.groups],data:(e,t,n)=>n,draw:Vi,rows:Dh},map:{title:()=>[Ge.map],data:(e,t,n,o)=>_w(
e.map(t),o),draw:ia,rows:Ph},value:{title:()=>[Ge.value],data:(e,t)=>e.valueCurve(t),draw:ra,rows:Ih},gaps:{title:()=>[Ge.gaps],data:(e,t,n)=>n,draw:Gi,rows:jh},
roc:{title:()=>[Ge.roc],data:(e,t)=>e.roc(t),draw:sa,rows:Lh}};function _w(e,t){return t&&e.work(1/0),e}var Jh=e=>e.map(t=>t.text??t).join("");function Ys(e,{engine:t,
answer:n,use:o,panels:s},r=!1){let{title:i,note:a,tellsItself:c=!1,data:l,draw:u,rows:h}=bw[e],f={title:`title-${e}`,finding:`finding-${e}`},p=ut=>l(t,n().state,
n(),ut),m=b(r?"h3":"h2",{id:f.title,class:r&&"unseen"}),g=nn(m,s,"plain");i.length===0&&g(i());let v=b("p",{class:"note",hidden:a===void 0}),_=b("div",{class:"h\
ost","data-untitled":!0}),x=b("p",{class:c?"unseen":"finding",id:f.finding}),k=()=>h(p(!0),n()),S=Du({key:e,title:()=>Jh(i(n())),figure:()=>_.querySelector("svg\
.figure"),table:k,state:()=>n().state}),C=b("figure",{id:e,"aria-labelledby":f.title,"aria-describedby":f.finding},b("figcaption",{},b("div",{class:"head"},m,S),
v),_,x);function G(ut,Qt=!1){C.dataset.drawn="",g(i(ut)),a!==void 0&&P(v,a(ut)),P(x,u(_,p(Qt),ut,o)??""),c||en(x)}return{key:e,title:()=>Jh(i(n())),element:C,show:G,
numbers:k}}var{tables:ae}=w,Ie=e=>({head:e,kind:"name"}),un=e=>({head:e,kind:"text"}),xt=e=>({head:e,kind:"number"}),_t=(e,t=1)=>[e?.value,e?.low,e?.high].map(n=>n==null?null:
t*n);function Xh({scale:e,models:t,defaults:n,state:o,level:s,picked:r,setting:i}){let{label:a,weighted:c}=W(o.units),l=Object.entries(n),{factor:u,unit:h}=e;return{
columns:[Ie(""),xt(d(ae.models_level,{score:a,level:Y(s)})),xt("AUC"),xt(d(ae.models_loss,e))],rows:[...t.map(f=>[{text:f.name,index:f.index},Ot(f.score,e),wo(f.
auc),f.split.calibrationCorrected?Ot(f.split.calibrationCorrected,e):w.numbers.missing]),...l.map(([f,p])=>[f,Ot(p,e),"",""])],note:[d(c?ae.models_note_of_accuracy:
ae.models_note,{unit:h,units:a}),...i.isMoved?[w.page.shift.no_loss]:[],...xw(r,e)].join(" "),csv:{heads:["model","score","low","high","unit","auc","auc_low","a\
uc_high","calibration_loss","calibration_loss_low","calibration_loss_high"],rows:[...t.map(f=>[f.name,..._t(f.score,u),h,..._t(f.auc),..._t(f.split.calibrationCorrected,
u)]),...l.map(([f,p])=>[f,..._t(p,u),h,..._t(null),..._t(null)])]}}}function xw(e,t){if(e===null||e.coarse)return[];let[,n,o]=te(e,t);return[d(ae.models_note_adjusted,
{count:e.count,model:e.name,low:n,high:o})]}function yw({difference:e,adjusted:t},n){return e.coarse||t.coarse?w.numbers.not_from_this_page:te({value:e.value,...t},
n).slice(1).join(" to ")}function Qh({comparisons:e,models:t,scale:n,level:o,margin:s}){let r=new Map(t.map(u=>[u.name,u.index])),i=u=>r.has(u)?{text:u,index:r.
get(u)}:u,a=s===null?null:L(1e3*s,6),c=({confidence:u,aboveMargin:h})=>s===null?[u]:[u,h],l=[d(ae.differences_note,{count:e.length})];return s!==null&&l.push(d(
ae.differences_note_margin,{margin:a})),{columns:[Ie("model"),un(ae.minus),xt(`${n.unit} (${Y(o)} CI)`),xt(ae.adjusted),xt(ae.confidence),...s===null?[]:[xt(d(ae.
confidence_above_margin,{margin:a}))]],rows:e.map(u=>[i(u.model),i(u.other),Ot(u.difference,n),yw(u,n),...c(u).map(h=>u.difference.coarse?w.numbers.missing:mn(h))]),
note:l.join(" "),csv:{heads:["model","minus","difference","low","high","adjusted_low","adjusted_high","unit","confidence",...s===null?[]:["confidence_above_marg\
in"]],rows:e.map(u=>[u.model,u.other,..._t(u.difference,n.factor),..._t(u.adjusted,n.factor).slice(1),n.unit,...c(u)])}}}var{tables:Gt,rates:aa,counts:ef,short_names:tf,threshold:nf}=w,Js={...aa,...ef},of=(e,t)=>(t in aa?da:ga)(e[t]);function sf({models:e,state:t,level:n,setting:o}){
let{over:s,prevalence:r}=e[0].cutoff,i=s===""?[]:nf.ends[s];return{columns:[Ie(""),...e.map(({name:a})=>xt(a))],rows:[[Gt.threshold_probability,...e.map(({cutoff:a})=>j(
a.probability))],[Gt.cutoff_on_score,...e.map(({cutoff:a})=>j(a.value))],...i.map((a,c)=>[` ${a}`,...e.map(({cutoff:l})=>j(c===0?l.high:l.low))]),...Object.entries(
Js).map(([a,c])=>[c,...e.map(({decisions:l})=>of(l,a))])],note:[d((o.isMoved?w.shift:Gt).decisions_note,{prevalence:j(r),which:lf(t),level:Y(n)}),...kw(e),...e.
flatMap(a=>uf(a.name,a))].join(" "),csv:{heads:["model",...af],rows:e.map(a=>[a.name,...cf(a)])}}}function rf({groupDecisions:e,state:t,setting:n}){let o=Object.
keys(Js),s=e[0]?.cutoff.prevalence,{decisions_note_by:r}=n.isMoved?w.shift:Gt,i=t.prevalence===null?Gt.decisions_note_by_observed:r;return{columns:[Ie(Gt.group),
un(Gt.model),xt(Gt.treat_at_or_above),...o.map(a=>xt(a in ef?`${tf[a]}, per 1,000`:tf[a]))],rows:e.map(({group:a,name:c,index:l,cutoff:u,decisions:h})=>[a,{text:c,
index:l},j(u.value),...o.map(f=>of(h,f))]),note:[d(i,{prevalence:j(s),which:lf(t)}),...e.flatMap(a=>uf(`${a.group}, ${a.name}`,a))].join(" "),csv:{heads:["group",
"model",...af],rows:e.map(a=>[a.group,a.name,...cf(a)])}}}var af=["threshold_probability","cutoff","cutoff_lowest","cutoff_highest","prevalence",...Object.keys(
Js).flatMap(e=>[e,`${e}_low`,`${e}_high`])];function cf({cutoff:e,decisions:t}){let n=Object.keys(Js).flatMap(o=>_t(t[o]));return[e.probability,..._t(e),e.prevalence,
...n]}function lf({prevalence:e}){return e===null?Gt.decisions_at_observed:e[0]===e[1]?Gt.decisions_at_stated:Gt.decisions_at_median}function kw(e){let t=new Map;
for(let{name:n,cutoff:o}of e){let s=ma(o);t.set(s,[...t.get(s)??[],n])}return[...t].map(([n,o])=>t.size===1?n:d(nf.of,{models:o.join(", "),reason:n}))}function uf(e,{
cutoff:t,decisions:n}){return Object.entries(aa).filter(([o])=>n[o]===null).map(([o,s])=>{let r=d(Gt.nobody[o],{cutoff:j(t.value)});return d(Gt.not_available,{model:e,
measures:s,why:r})})}var{tables:Q,measures:mo,gap_parts:po,digits:pf,constants:Mw}=w,{readings:hn}=w;function mf({groups:e,scale:t,state:n},o,s){let r=m=>Number.isFinite(m)?j(m):w.numbers.
missing,i=m=>[m.name,B(m.patients),B(m.positives),r(m.prevalence)],a=m=>m.models.map(g=>[...i(m),{text:g.name,index:g.index},Ot(g.score,t),ca(g.observedExpected),
j(g.cutoff),j(g.commonCutoff),Ot(g.withCommonCutoff,t)]),c=e.flatMap(m=>m.estimable?a(m):[[...i(m),Q.not_estimable,"","","","",""]]),l=e.filter(({estimable:m})=>!m).
map(m=>`${m.name}: ${m.whyNot}`),{label:u,zero:h}=W(n.units),f=h===null?[]:[Q.groups_zero];return{columns:[Ie(Q.group),...[s?Q.rows:Q.patients,Q.events,"prevale\
nce"].map(xt),un(Q.model),...[u,mo.observed_expected,Q.treat_at_or_above,Q.one_threshold].map(xt),xt(d(Q.with_one_threshold,{score:u}))],rows:c,note:[...f,...Ow(
n,e,o),Q.groups_one_threshold,Q.groups_expected,"Choose a group above to see its differences and figures.",...l].join(" "),csv:Tw(e,t)}}function Ow({prevalence:e},t,n){
let o=e===null?"observed":"stated",s=t.find(({estimable:i})=>i)?.models??[],r=new Map;for(let{name:i}of s){let a=e===null!=(n[i]==="group"),c=Q[`groups_${a?"own":
"same"}_threshold_${o}`];r.set(c,[...r.get(c)??[],i])}return r.size===1?[...r.keys()]:[...r].map(([i,a])=>d(Q.groups_of_models,{models:a.join(", "),sentence:i}))}
function Tw(e,t){let n=["group","patients","events","prevalence","model","score","low","high","unit","why_not"],o=["observed_expected","observed_expected_low","\
observed_expected_high"],s=["cutoff","common_cutoff","with_common_cutoff","with_common_cutoff_low","with_common_cutoff_high"],r=e.flatMap(i=>{let a=[i.name,i.patients,
i.positives,i.prevalence];return i.estimable?i.models.map(c=>[...a,c.name,..._t(c.score,t.factor),t.unit,"",..._t(c.observedExpected),c.cutoff,c.commonCutoff,..._t(
c.withCommonCutoff,t.factor)]):[[...a,"","","","","",i.whyNot,...new Array(8).fill("")]]});return{heads:[...n,...o,...s],rows:r}}function ca(e){if(!e||e.value===
null)return w.numbers.missing;let[t,n,o]=[e.value,e.low,e.high].map(s=>mt(s,pf.slope));return`${t} (${n} to ${o})`}var hf={total:po.total,mechanism:`= ${po.mechanism}`,
sharpnessCorrected:` = ${po.sharpness}`,calibrationCorrected:` + ${po.calibration}`,labelShift:`+ ${po.label_shift}`};function df({gaps:e,scale:t,state:n,level:o,
setting:s}){let r=e.flatMap(c=>Object.entries(hf).flatMap(([l,u])=>[[l==="total"?{text:c.model,index:c.index}:"",l==="total"?d(Q.gap_between,c):"",u,Ot(c.parts[l],
t)],...l==="mechanism"&&ff(c.readings)?Aw(c.readings,t):[]])),i=e.filter(({readings:c})=>ff(c)),a=d(n.prevalence===null?Q.gaps_place_between:Q.gaps_place,{prevalence:or(
n.prevalence)});return{columns:[Ie("model"),un("groups"),un("part"),xt(t.unit)],rows:r,note:[s.isMoved?w.page.shift.no_gaps:d(Q.gaps_note,{place:a}),...Ew(e,o),
...i.map(c=>Sw(c,t))].join(" "),csv:{heads:["model","group","reference","part","value","low","high","unit"],rows:e.flatMap(c=>Object.keys(hf).map(l=>[c.model,c.
group,c.reference,l,..._t(c.parts[l],t.factor),t.unit]))}}}function Ew(e,t){let n=new Set(e.map(({group:o})=>o)).size;return n<2?[]:[d(Q.several_note,{comparisons:n,
one_in:L(1/(1-t),3)})]}function ff(e){if(!e)return!1;let{group:t,all:n}=e,o=({low:r,high:i})=>r>0||i<0;if(t.value*n.value<0&&(o(t)||o(n)))return!0;let s=({low:r,
high:i},{value:a})=>r<=a&&a<=i;return!(s(t,n)&&s(n,t))}function Aw(e,t){return["group","all"].map(n=>["","",` ${hn[n]}`,Ot(e[n],t)])}function Sw({group:e,reference:t,
model:n,readings:o},s){let{ratios:r,supported:i,neither_fits:a,used:c}=o,l=([m,g])=>d(hn.ratios,{first:ca(m),second:ca(g)}),u={by_group:Ot(o.group,s),by_all:Ot(
o.all,s)},h=a?hn.supports_neither:hn.cannot_tell,f=i===null?h:hn[`supports_${i}`],p=i!==null&&i!==c?[d(hn.other_is_used,{reading:i})]:[];return[`${n}: ${d(hn.depends,
{group:e,reference:t,...u})}`,d(f,{ratios_group:l(r.group),ratios_all:l(r.all)}),...p].join(" ")}function gf({models:e}){let t=Object.entries(e);return{columns:[
Ie(""),...t.map(([n])=>xt(n))],rows:Object.entries(mo).map(([n,o])=>[o,...t.map(([,s])=>wo(s[n]))]),note:["At the study's own setting, in all patients.",Q.usual_note,
...t.flatMap(([n,o])=>[...Nw(n,o),...$w(n,o.calibration_slope)])].join(" "),csv:{heads:["model","measure","value","low","high"],rows:t.flatMap(([n,o])=>Object.keys(
mo).map(s=>[n,s,..._t(o[s])]))}}}function Nw(e,{not_available:t}){let n=new Map;for(let[o,s]of Object.entries(t))o in mo&&n.set(s,[...n.get(s)??[],mo[o]]);return[
...n].map(([o,s])=>d(Q.not_available,{model:e,measures:s.join(Q.not_available_or),why:o}))}function $w(e,t){let[n,o]=Mw.slope_near_one;if(!t||t.value===null||t.
high>=n&&t.low<=o)return[];let s=t.value<1?Q.too_extreme:Q.too_moderate;return[d(Q.slope_far_from_one,{model:e,slope:mt(t.value,pf.slope),how:s})]}var Rw=new ResizeObserver(e=>{for(let{target:t}of e)t.scrollWidth>t.clientWidth?t.tabIndex=0:t.removeAttribute("tabindex")});function vf(e){let t=b("tr"),n=b("t\
body"),o=b("table",{},b("caption",{},e),b("thead",{},t),n),s=b("div",{class:"scroll",role:"region","aria-label":e},o);Rw.observe(s);function r(i,a){for(Iw(t,i);n.
rows.length>a.length;)n.deleteRow(-1);a.forEach((c,l)=>Cw(n.rows[l]??n.insertRow(),i,c))}return{frame:s,show:r}}function Iw(e,t){for(;e.children.length>t.length;)
e.lastChild.remove();t.forEach(({head:n,kind:o},s)=>{let r=e.children[s]??e.appendChild(n===""?b("td",{}):b("th",{scope:"col"}));r.className!==o&&(r.className=o),
P(r,n)})}function Cw(e,t,n){for(;e.children.length>n.length;)e.lastChild.remove();n.forEach((o,s)=>{let r=t[s].kind,i=r==="name"&&o!==""?"th":"td",a=e.children[s];
if(a?.localName!==i){let c=b(i,i==="th"?{scope:"row"}:{});a===void 0?e.append(c):a.replaceWith(c),a=c}a.className!==r&&(a.className=r),Pw(a,o,r)})}function Pw(e,t,n){
let{text:o,index:s}=typeof t=="string"?{text:t}:t,r=`${s??""}|${o}`;if(e.dataset.shown===r)return;e.dataset.shown=r;let i=n==="number"||n==="words"?o:Tn(o);e.replaceChildren(
...s===void 0?[]:[ms(s)],i)}var{tables:fn,page:Xs}=w,{sections:qn}=Xs,Fw=14;function wf(e,t,n,o){let s=vf(e),r=b("p",{class:"note"}),i=b("p",{class:"bins"}),a=()=>o(n.answer()).csv,c=d(Xs.
save_table,{title:e}),l=b("button",{type:"button",class:"save","aria-label":c,title:c},"CSV");l.addEventListener("click",()=>Nn(_s(a(),n.state()),`baserate-${t}\
.csv`,"text/csv"));let u=b("div",{class:"table"},b("div",{class:"head"},l),s.frame,i,r);function h(f){let{columns:p,rows:m,note:g}=o(f);s.show(p,m),P(r,g),P(i,ki(
n.engine,f))}return{key:`table-${t}`,title:()=>e,element:u,show:h,numbers:a}}var bf=(e,...t)=>b("details",{class:"as-table"},b("summary",{},e),...t);function go(e,t,...n){
return b("details",{class:"section",id:e},b("summary",{},b("h2",{},t)),...n)}function _f(e){let{study:t,stage:n}=e,o=[],s=(v,_)=>{let x=Ys(v,e,_);return n.add(x.
element,x.show),o.push(x),x.element},r=(v,_,x)=>{let k=wf(v,_,e,x);return n.add(k.element,k.show),o.push(k),k.element},i=(v,..._)=>b("section",{class:"block","a\
ria-labelledby":`title-${v}`},..._),a=t.result.groups.length>0?Lw(e,{figure:s,table:r,block:i}):null,c=i("models",s("models"),bf(Xs.as_a_table,r(fn.models,"mode\
ls",Xh))),[l,u]=["map","value"].map(v=>i(v,s(v))),h=["decision","calibration"].map(v=>i(v,s(v))),p=t.result.groups.length*e.engine.models.length>Fw?[b("div",{class:"\
stack"},c,l,u),a.open]:[c,...a?[a.open]:[],l,u],m=[...h,...p],g=Ww(e,o);return{open:m,folded:[go("threshold",qn.threshold,r(fn.decisions,"decisions",sf)),go("di\
fferences",qn.differences,r(fn.differences,"differences",Qh)),...a?.folded??[],go("roc-curve",qn.roc,s("roc",!0)),go("usual",qn.usual,g)],parts:o,contents:m.flatMap(
v=>[...v.querySelectorAll("figure")].map(({id:_})=>({id:_,title:qn[_]})))}}function Lw({study:e},{figure:t,table:n,block:o}){let{parameters:s}=e.result.provenance,
{source_prevalence:r}=e.result.deployment,i=Object.fromEntries(Object.entries(r).map(([p,{of:m}])=>[p,m])),a=e.result.data.clusters!==null,c=typeof s.by=="strin\
g"?s.by:"group",l=n(d(fn.by,{column:c}),"groups",p=>mf(p,i,a)),u=n(d(fn.decisions_by,{column:c}),"group-decisions",rf),h=e.page.gaps.length>0,f=()=>go("gaps-sec\
tion",qn.gaps,t("gaps",!0),n(fn.gaps,"gaps",df));return{open:o("groups",t("groups"),bf(Xs.as_a_table,l,u)),folded:h?[f()]:[]}}function Ww({study:e,engine:t},n){
let o={answer:()=>({exact:!0}),state:()=>t.own,engine:t},s=wf(fn.usual,"usual-measures",o,()=>gf(e.result));return s.show({exact:!0}),n.push(s),s.element}var{shift:la}=w.page,Dw=.01,[jw,Bw]=[250,10];function xf(e,t){let n=b("span",{}),o=b("span",{id:"shift-verdict"}),s=b("p",{id:"shift-line","data-keep-clear":!0},
n," ",o),r=nn(n,t,"quiet"),i=0;function a(u){clearTimeout(i);let{state:h,slice:f,setting:p}=u;if(s.hidden=h.prevalence===null||!qw(p.range,f.prevalence),s.hidden)
return;r(zw(h,f));let m=e.shiftVerdict(h);m!==null?l(m,u,""):(P(o,""),i=setTimeout(()=>c(e.shiftDial(h),u),jw))}function c(u,h){u.work()?l(u.stretches,h,la.about):
i=setTimeout(()=>c(u,h),Bw)}function l(u,h,f){let p=Hl(u,ls(h.verdict));P(o,p&&Nt(f+(f?p[0].toLowerCase()+p.slice(1):p)))}return{element:s,show:a}}var qw=(e,t)=>e.
some(n=>Math.abs(M(n)-M(t))>Dw);function zw({shift:e},{prevalence:t}){let n=e===null?la.shares.by_model:So(e);return vt(la.line,{observed:Nt(j(t)),share:{control:"\
shift",text:Nt(n)},effect:qa(e)})}var yf=300;function Hw(){let e=JSON.parse(document.getElementById("study").textContent),t=Zl(e),n=kf(t),{state:o}=n,s=t.answer(o),r=0,i={state:()=>o,answer:()=>s},
a=Vw(t),u=Uw({study:e,engine:t,...i,writeLink:()=>a.now(o),onChange:(f,p)=>h({...o,...f},p),onReset:()=>h(t.own,!0)});function h(f,p=!1){bn(f,o)&&!p||(o=f,s=t.answer(
o),u.showVerdict(s,p),u.tell([]),cancelAnimationFrame(r),r=requestAnimationFrame(()=>u.showRest(s)),a.soon(o))}addEventListener("hashchange",()=>{if(Ei(location.
hash.slice(1)))return a.soon(o);let f=kf(t);return h(f.state,!0),u.tell(f.problems)}),u.showVerdict(s,!0),u.showRest(s),u.tell(n.problems),globalThis.baserate={
engine:t,setState:f=>h({...o,...f},!0),...i}}function kf(e){let t=[],n=document.getElementById(location.hash.slice(1))===null?location.hash:"";return{state:Na(n,
e,t),problems:t}}function Uw({study:e,engine:t,state:n,answer:o,writeLink:s,onChange:r,onReset:i}){let a=S=>document.getElementById(S),c=Su(),l=Tu(t,r,i),u={limits:t.
limits.prevalence,onRange:S=>r({prevalence:S}),onPick:(S,C)=>r({prevalence:[S,S],cost:[C,C]},!0),pointAt:(S,C)=>t.pointAt(n(),S,C)},h={study:e,engine:t,state:n,
answer:o,stage:c,use:u,panels:l.panels},f=Ru(t,l.panels),p=xf(t,l.panels),m=Uu(e,r),g=["difference","patients"].map(S=>Ys(S,h)),v=_f(h),_=Gu(v.contents,l.panels),
x=[...g,...v.parts],k=()=>x.map(({key:S,title:C,numbers:G})=>({key:S,title:C(),table:G()}));Bu(t),a("actions").append(...zu(o,s,k)),a("answer").append(...f.elements,
p.element),a("settings").append(l.line),a("panels").append(...l.elements),a("first").append(...g.map(({element:S})=>S)),g[0].element.dataset.keepSeen="",a("firs\
t").after(m.element),a("contents-place").replaceWith(_.element),a("sections").append(...v.open),a("folded").prepend(...v.folded);for(let S of[...g,m])c.add(S.element,
S.show);return Au(e),Eu(e),{showVerdict(S,C){f.show(S),l.show(S,C),p.show(S),_.show(S),m.showVerdict(S)},showRest(S){c.show(S);for(let C of[a("sentence"),a("sec\
ond")])en(C)},tell(S){P(a("told"),S.join(" ")),S.length>0&&en(a("told"))}}}function Gw(e,t){let n=Sa(e,t.own);return`${location.href.split("#")[0]}${n?`#${n}`:""}`}
function Vw(e){let t=0,n=-1/0,o=s=>{clearTimeout(t),n=performance.now();let r=Gw(s,e);try{history.replaceState(null,"",r)}catch{}return r};return{now:o,soon(s){
clearTimeout(t);let r=performance.now()-n>yf?30:yf;t=setTimeout(()=>o(s),r)}}}Nu();Hw();
