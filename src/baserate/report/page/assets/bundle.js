// sources: sha256 c1e119c84cbf4688fb4ea4735202536b6fdc8cc05519ed373c641cdbb3362e7a
function gh(t,e){let[n,o]=Math.abs(t).toExponential(e+30).split("e"),s=n.replace(".",""),r=/^50*$/.test(s.slice(e)),i=Number(s[e-1])%2===0;if(r&&i)return[s.slice(
0,e),Number(o)];let[a,c]=Math.abs(t).toExponential(e-1).split("e");return[a.replace(".",""),Number(c)]}function K(t,e){if(t===0||!Number.isFinite(t))return String(
t+0);let[n,o]=gh(t,e),s=t<0?"-":"",r=i=>i.includes(".")?i.replace(/\.?0*$/,""):i;if(o<-4||o>=e){let i=String(Math.abs(o)).padStart(2,"0");return`${s}${r(`${n[0]}\
.${n.slice(1)}`)}e${o<0?"-":"+"}${i}`}return o<0?s+r(`0.${"0".repeat(-o-1)}${n}`):s+r(`${n.slice(0,o+1)}.${n.slice(o+1)}`)}function pe(t,e){let n=Math.abs(t).toFixed(
e+30),o=n.slice(0,-30).replace(/\.$/,""),r=/^50*$/.test(n.slice(-30))&&Number(o.at(-1))%2===0?o:Math.abs(t).toFixed(e);return t<0&&Number(r)!==0?`-${r}`:r}function Rs(t){
let[e,n]=t.split("."),o=e.length>3?e.replace(/\B(?=(\d{3})+$)/g,","):e;return n?`${o}.${n}`:o}var $i={constants:{prevalences_compared:401,ties_told_one_by_one:3,whole_counts_from:100,a_tie:1e-12,nearly_certain:.999,slope_near_one:[.8,1.25],lines_before:3,
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
} now: the first cannot be below the second."},one_value:"one value",to:"to",slider_keys:"Arrow keys move one step, Page keys ten, Shift moves both ends.",models:{
title:"Models and patients",models:"Models",shown:"Models shown",all:"all {count} models",some:"{count} of {all} models",one_model:"one model",stays:"At least o\
ne model stays.",group:"Patients",everyone:"everyone",not_estimable:"not estimable"},units:{title:"Units"},margin:{title:"Margin",label:"Smallest difference tha\
t matters, per 1,000 patients",none:"no margin",some:"margin {margin} per 1,000",not_a_number:"“{typed}” is not a margin: write cases per 1,000 patients, such a\
s 1, or nothing. Nothing was changed.",note:"A lead below the margin is not called one. Empty: every lead beyond chance counts."},against:{title:"Compare {best}\
 with",runner_up:"the next best ({name})",main:"{one} minus {other}"},stated:{title:"Settings of the study",button:"settings of the study",range:"{name} (its ra\
nge)"},patients_title:"What happens to 1,000 patients",patients_note:"where {prevalence} have the outcome, at the decision threshold",before_title:"Before you d\
ecide",more_notes:"{count} more notes",verdict_in_full:"The verdict in full",requirement:"A requirement of the study is not met: {text} (found: {found}).",as_a_table:"\
As a table",address:{prevalence:"The address asks for a prevalence that makes no sense; the study's own is shown.",prevalence_outside:"The address asks for a pr\
evalence outside what this page answers ({low} to {high}); the nearest is shown.",cost:"The address asks for a cost that makes no sense; the study's own is show\
n.",cost_outside:"The address asks for a cost outside what this page answers ({low} to {high}); the nearest is shown.",units:"The address asks for units that th\
is page does not have; the study's own are shown.",group:"The address asks for a group that is not on this page; everyone is shown.",models:"The address asks fo\
r a model that is not on this page; it is left out.",margin:"The address asks for a margin that makes no sense; the study's own is used.",sources:"The address a\
sks to take a model as calibrated to a prevalence that makes no sense, or a model that is not on this page; the study's own is used.",recalibrated:"The address \
asks to recalibrate a model that is not on this page; that is left out.",against:"The address asks to compare with a model that is not on this page; the next be\
st is shown.",unknown:"The address has a part that this page does not know ({name}); it is left out."},sections:{decision:"Decision curve",calibration:"Calibrat\
ion",models:"Models",groups:"Groups",groups_by:"Groups by {column}",map:"Map",value:"Net benefit against prevalence",threshold:"At the decision threshold",differences:"\
Differences on the same patients",gaps:"Why groups differ",roc:"ROC curve",usual:"Usual measures"},contents:"Contents",brief:{use:"Use {best}: ",too_close:"Too \
close to call: ",none:"No model shown to be better: "},save_table:"Save the table as CSV: {title}"},threshold:{over_prevalence:"{middle} ({highest} at the lowes\
t prevalence, {lowest} at the highest)",over_cost:"{middle} ({highest} where an unnecessary treatment costs most, {lowest} where least)",over_both:"{middle} ({l\
owest} to {highest} over the deployment)",ends:{prevalence:["at the lowest prevalence","at the highest prevalence"],cost:["where an unnecessary treatment costs \
most","where it costs least"],both:["highest over the deployment","lowest over the deployment"]},median:" (median)",differs:"A risk of {probability} at the depl\
oyment is a score of {cutoff}, because the score is taken as calibrated to a prevalence of {source} and the deployment has {prevalence}{median}.",same:"The cut-\
off on the score is the threshold probability itself, {probability}, because the score is taken as calibrated to the prevalence of the deployment, {prevalence}{\
median}.",of:"{models}: {reason}",treat:`Treat at or above a score of {cutoff}
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
 evaluate --prevalence {prevalence} --cost {cost}",command_observed:"baserate evaluate --cost {cost}",exchange:"Compared with {other}, of 1,000 patients it {fou\
nd} and {treated}.",exchange_at_median:"Compared with {other}, of 1,000 patients at the median prevalence, {median}, it {found} and {treated}.",without:"decidin\
g without a model",within_error:"By its interval alone the best is ahead, but by no more than this page's own error: the library can tell.",found_more:"finds {c\
ount} more {outcome}",found_fewer:"finds {count} fewer {outcome}",found_same:"finds as many {outcome}",treated_more:"leads to {count} more unnecessary {action}",
treated_fewer:"spares {count} unnecessary {action}",treated_same:"leads to as many unnecessary {action}",headline_use:"Use",headline_too_close:"Too close to cal\
l between",headline_no_model:"No model is shown to be better than deciding without one",fact_added:"Worth over deciding without a model",fact_next:"Worth over {\
other}",fact_together:"adjusted for {count} comparisons",brief_worth:"worth {worth} over deciding without a model",what_else:"What else matters can decide: simp\
licity, cost, what is in use.",not_shown_better:"{models} is not shown to be better than deciding without a model.",none_shown_better:"{models} are not shown to\
 be better than deciding without a model.",without_is_all:"Without a model, treat all.",without_is_none:"Without a model, treat none.",without_is_both:"Without \
a model, treat all at a prevalence of {threshold} or more, and none below.",below_margin:"{best} is ahead of {others}, but by less than the {margin} per 1,000 t\
hat matter.",non_inferior:"{models} is no worse than {best} by more than {margin} per 1,000 (non-inferior).",all_non_inferior:"{models} are no worse than {best}\
 by more than {margin} per 1,000 (non-inferior).",flip_alone:"{ahead} is ahead from {low} to {high} (confidence {confidence})",flip:"{ahead} from {low} to {high\
}",flips:"Within the range, others are ahead of {best} beyond chance: {flips}.",and:" and ",comma:", ",together:"The intervals hold for all {count} comparisons \
together.",outside:"No such prevalence was observed (it was {observed}): all this rests on label shift, that is on scores being spread alike there, among cases \
and among non-cases.",outside_groups:"No such prevalence was observed (it was {observed}, and {low} to {high} in the groups): all this rests on label shift, tha\
t is on scores being spread alike there, among cases and among non-cases."},before:{title:"Before you decide",off_times:"{model}'s risks are {times} times too {\
how} (observed/expected {ratio}).",off:"{model}'s risks are too {how} (observed/expected {ratio}).",high:"high",low:"low",turns:"Recalibrated, {model} would add\
 {value} over deciding without a model, and {best} {other_value}: the order turns.",gains:"Recalibrated, {model} would add {value} over deciding without a model\
 instead of {now}.",advice:"Recalibrate it, or state the prevalence to which it is calibrated.",groups_disagree:"Groups disagree: {leads}.",group_lead:"in {grou\
p}, {model} is ahead of {best}",groups_agree:"Groups agree: {best} is ahead in {groups}.",groups_agree_all:"Groups agree: {best} is ahead in all {count} of them\
.",more_groups:"{number} more",in_group:"in ",outside:"No prevalence in this range was observed (it was {observed}): all rests on label shift.",clusters:"One cl\
uster of {column} holds {share} of the data: all rests on few clusters.",cutoff:"The cut-off of {model} moves with the place: treat at or above {highest} where \
{low} have the outcome, {middle} at {median}, {lowest} at {high}.",is_recalibrated:"{model} is taken as recalibrated on these patients.",is_calibrated_to:"{mode\
l} is taken as calibrated to {prevalence}.",recalibrate:"recalibrate {model}",take_as_calibrated_to:"take {model} as calibrated to {prevalence}",undo:"take {mod\
el} as it is"},opening:{patients:"{patients} patients, {positives} with the outcome ({prevalence}).",clusters:"{patients} rows in {clusters} clusters ({cluster}\
), {positives} with the outcome ({prevalence}).",patients_named:"{patients} patients, {positives} {outcome} ({prevalence}).",clusters_named:"{patients} rows in \
{clusters} clusters ({cluster}), {positives} {outcome} ({prevalence}).",deployment:"Prevalence where the model will be used: {prevalence}. Cost of errors: {cost\
}; threshold probability: {threshold}.",dropped:"{dropped} of {rows} rows were dropped (missing: {reasons}).",dropped_because:"{column} in {rows}",dropped_few:"\
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
olumn}",not_estimable:"not estimable",order_in_groups:"Does the order hold in each group?"},readings:{group:"with scores calibrated in each group",all:"with sco\
res calibrated to all patients",depends:"{group} minus {reference}: at equal prevalence the answer depends on what the scores are calibrated to. To each group's\
 own prevalence, the difference is {by_group}; to that of all patients, moved to each group's by label shift, it is {by_all}.",supports_group:"Calibration agree\
s between the two under the first (observed/expected {ratios_group}) and not under the second ({ratios_all}), which supports the first.",supports_all:"Calibrati\
on agrees between the two under the second (observed/expected {ratios_all}) and not under the first ({ratios_group}), which supports the second.",supports_neither:"\
Calibration differs between the two under both (observed/expected {ratios_group}; {ratios_all}), which supports neither: recalibrate in each group before compar\
ing them.",cannot_tell:"Their calibration cannot tell which holds (observed/expected {ratios_group} under the first; {ratios_all} under the second).",ratios:"{f\
irst} and {second}",other_is_used:"The tables use the other: --source-prevalence {reading} asks for this one."},cautions:{mean:"the mean score is {mean}, but {p\
revalence} of the {patients} have the outcome: observed/expected {ratio}. {advice}",mean_advice:"If the scores are calibrated to another prevalence, state it (s\
ource_prevalence, --source-prevalence); otherwise the model is miscalibrated.",groups:"judged by group, scores are {how} (observed/expected) in {groups}.",too_high:"\
too high",too_low:"too low",group_advice:"Either recalibrate there, or the scores are calibrated to the prevalence of all patients: then say so (source_prevalen\
ce, --source-prevalence all).",recalibrate:"Recalibrate there before use.",more_groups:"and {number} more",heap_at:"{where} {patients} score exactly {cut}, the \
cut-off. They count as treated; at a slightly lower prevalence they would not. A range does not hang on this.",heap_near:"{where} {patients} have {same} score, \
{score}. The cut-off, {cut}, rests on the observed prevalence and may lie on either side of it ({low} to {high}), so that all of them are treated, or none. A ra\
nge does not hang on this.",same:"one and the same",same_bin:"nearly the same",cluster:"one cluster of {column} holds {share} of the {patients} (by weight, wher\
e there are weights). Intervals rest on few clusters, and are rough.",in_groups:"{group} {ratio}"},across:{name:"{prevalence}, {cost}",title:"Across the deploym\
ents",deployment:"deployment",conclusion:"verdict",model:"best model",difference:"minus without a model, per 1,000",use:"{best}",tied:"too close to call: {model\
s}",none_better:"no model shown to be better than deciding without one",worse:"{best}: every model is worse",note:"Best model: that of the highest net benefit t\
here; in true positives per 1,000 patients more than deciding without a model ({level} CI, adjusted as in the verdict for all comparisons at the deployment)."},
study:{unfilled:'the study is not filled in. Decide, and write in place of "?":{questions}',question:`
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
the picture",the_figure_as_svg:"the picture as SVG text",gaps_caption:"The largest difference: {model} in {group} against {reference}, {total} {unit}."}};var b=$i;function d(t,e){return t.replace(/\{(\w+)\}/g,(n,o)=>e[o])}var be=b.digits;function me(t){return`${K(100*t,t<=be.near_one?be.percent:be.percent_near_one)} %`}function z(t){return`${K(100*t,be.short_percent)} %`}function Y(t){
return`${K(100*t,6)} %`}function St(t){return t<=.5?`1:${K((1-t)/t,be.ratio)}`:`${K(t/(1-t),be.ratio)}:1`}function Ni(t){return Math.abs(t-.5)<1e-9?b.cost.equal:
t<.5?d(b.cost.missed_case_dearer,{times:K((1-t)/t,be.ratio)}):d(b.cost.treatment_dearer,{times:K(t/(1-t),be.ratio)})}function L(t){return Number.isFinite(t)?Rs(
String(Math.round(t))):b.numbers.missing}function Je({value:t,low:e,high:n,error:o=0},{factor:s,digits:r}){let i=s*(n-e)>=be.least_width_in_last_digits*10**-r?r:
r+1,a=s*Math.max(e,-n);for(;a>0&&Number(pe(a,i))===0&&i<r+be.most_added;)i++;let c=Ri(s*o,i);return[t,e,n].map(l=>Ii(s*l,c))}function Ri(t,e){return t>0?Math.min(
e,-Math.floor(Math.log10(t)+1e-9)):e}function Ii(t,e){if(e>=0)return pe(t,e);let n=10**-e;return pe(n*Math.round(t/n),0)}function ye(t,e,n=!1){if(!Number.isFinite(
t?.value))return b.numbers.missing;if(t.coarse)return b.numbers.not_from_this_page;let o=a=>n&&Number(a)>0?`+${a}`:a;if(t.value===0&&t.low===t.high)return"0";if(!wh(
t))return o(pe(e.factor*t.value,e.digits));let[s,r,i]=Je(t,e).map(o);return`${s} (${r} to ${i})`}function wh({low:t,high:e}){return Number.isFinite(t)&&Number.isFinite(
e)&&t!==e}function io(t){if(!t||t.value===null)return b.numbers.missing;let e=n=>pe(n,be.measure);return t.low===null||t.high===null?e(t.value):`${e(t.value)} (${e(
t.low)} to ${e(t.high)})`}function cn(t){let{more:e,less:n}=b.numbers,o=b.constants.nearly_certain,s=r=>pe(100*r,be.confidence);return t>o?`${e} ${s(o)} %`:t<1-
o?`${n} ${s(1-o)} %`:`${s(t)} %`}function Ci({value:t,probability:e,prevalence:n,source:o,over:s}){let r=Math.abs(t-e)<=1e-9*Math.max(t,e);return d(r?b.threshold.same:b.threshold.differs,{probability:z(
e),cutoff:z(t),source:z(o),prevalence:z(n),median:s==="prevalence"||s==="both"?b.threshold.median:""})}function Pi(t){if(!t)return b.numbers.missing;if(t.coarse)
return b.numbers.not_from_this_page;let e=100*(t.high-t.low)<be.least_width_in_last_digits*10**-be.rate,[n,o,s]=Li(t,100,be.rate+Number(e));return`${n} % (${o} \
to ${s})`}function Fi(t){if(t.coarse)return b.numbers.not_from_this_page;let[e,n,o]=Li(t,1,be.per_1000_at_threshold);return`${e} (${n} to ${o})`}function Li({value:t,
low:e,high:n,error:o=0},s,r){let i=Ri(s*o,r);return[t,e,n].map(a=>Ii(s*a,i))}var ao="–";function Is(t){return t.replace(/-(?=\d)/g,"−").replaceAll(" %"," %")}
function Di(t,e,n=!1){return Number.isFinite(t)?co({value:t,low:t,high:t},e,n):ao}function co(t,e,n=!1){return Number.isFinite(t?.value)?Is(ye(t,e,n)):ao}function ze(t){
return Is((t<0?"-":"")+Rs(String(Math.abs(Number(t.toPrecision(6))))))}function N(t){if(!Number.isFinite(t))return ao;let e=100*t,n=Math.min(Math.abs(e),Math.abs(
100-e)),o=n===0||n>=9.95?0:n>=.995?1:n>=.0995?2:3;return Is(`${Number(e.toFixed(o))} %`)}function st(t){let e=t/(1-t);if(!Number.isFinite(e)||e<=0)return ao;let[
n,o]=e<=1?[1,1/e]:[e,1],s=r=>String(r>=9.95?Math.round(r):Number(r.toPrecision(2)));return`${s(n)}:${s(o)}`}function Wi(t,e){let[n,o]=t.map(e);return n===o?n:`${n}\
 to ${o}`}var vt=t=>Wi(t,N),lo=t=>Wi(t,st);var Se=b.names.treat_all,Ce=b.names.treat_none,$=b.names.without_a_model,wt=[Se,Ce,$],ln=[Se,Ce],bh=/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;
function ce(t){return String(t).replace(bh," ").trim()||"(no name)"}function bt(t){return/[\u0590-\u08ff\ufb1d-\ufefc]/.test(t)?`⁨${t}⁩`:t}function B(t){return bt(
ce(t))}function E(t){return Math.log(t)-Math.log1p(-t)}function S(t){let e=Math.exp(-Math.abs(t));return(t>=0?1:e)/(1+e)}function jt(t){return t>0?t+Math.log1p(Math.exp(
-t)):Math.log1p(Math.exp(t))}function k(t,e,n){return t<e?e:t>n?n:t}function ji(t){let e=new Float64Array(t),n=new Float64Array(t);for(let o=0;o<t;o++){let s=Math.
cos(Math.PI*(o+.75)/(t+.5)),r=1;for(let i=0;i<100;i++){let a=1,c=s;for(let u=2;u<=t;u++)[a,c]=[c,((2*u-1)*s*c-(u-1)*a)/u];r=t*(s*c-a)/(s*s-1);let l=c/r;if(s-=l,
Math.abs(l)<1e-16)break}e[o]=s,n[o]=2/((1-s*s)*r*r)}return{nodes:e,weights:n}}function de(t,e){if(t===e)return t;let n=Math.sqrt(t/(1-t)*(e/(1-e)));return n/(1+
n)}function un(t,e,n,o){let[s,r]=[e,n],[i,a]=[t(s),t(r)];for(let c=0;c<60&&r-s>o;c++){let l=(s*a-r*i)/(a-i),u=t(l);if(u===0||Math.abs(u)<1e-12)return l;u<0?([s,
i]=[l,u],a/=2):([r,a]=[l,u],i/=2)}return(s+r)/2}var Bi={weighted:!1,prices:(t,e)=>[S(t),Math.exp(e)*S(-t)],priceSlopes:t=>[S(-t),-S(t)],costMovesSlopes:!1},zi={weighted:!0,prices:(t,e)=>[S(t-e),S(e-t)],priceSlopes:(t,e)=>[
S(e-t),-S(t-e)],costMovesSlopes:!0},_h=[{name:"net benefit",label:"net benefit",zero:Ce,usesCost:!0,...Bi},{name:"per 1,000",label:"net benefit per 1,000",zero:Ce,
usesCost:!0,...Bi},{name:"weighted accuracy",label:"weighted accuracy",zero:null,usesCost:!0,...zi},{name:"accuracy",label:"accuracy",zero:null,usesCost:!1,overCosts:"\
per 1,000",...zi}],Fn=_h.map(t=>({overCosts:t.name,...t,scale:b.units[t.name]})),uo="per 1,000",xh=new Map(Fn.map(t=>[t.name,t]));function D(t){return xh.get(t)}
function Bt(t,e){return D(t).usesCost?e.map(E):[0,0]}var{page:Cs}=b,Vi=t=>t.replace(/[^a-z0-9]+/g,"-");function Ln(t){try{return encodeURIComponent(t)}catch{return encodeURIComponent(t.replace(/[\ud800-\udfff]/g,"\
�"))}}function ho(t,e){let n=e.find(o=>Ln(o)===t);if(n!==void 0)return n;try{let o=decodeURIComponent(t);return e.find(s=>s===o)}catch{return}}var Dn=t=>String(
Number(t.toPrecision(12)));function yh(t){return t<=.5?`1:${Dn((1-t)/t)}`:`${Dn(t/(1-t))}:1`}function mo(t){let[e,n,...o]=t.split(":").map(s=>s.trim()===""?NaN:
Number(s));return o.length>0?NaN:n===void 0?e:e/(e+n)}var Ki=([t,e],n)=>t===e?n(t):`${n(t)}..${n(e)}`;function qi(t,e){let n=t.split("..").map(e);if(!(n.length>
2||!n.every(o=>o>0&&o<1)))return[Math.min(...n),Math.max(...n)]}var fo=(t,e)=>t===e||t!==null&&e!==null&&t.every((n,o)=>Math.abs(n-e[o])<=1e-11*n),po=(t=[],e=[])=>t.
length===e.length&&t.every((n,o)=>n===e[o]);function Zi(t={},e={}){let n=Object.keys(t);return n.length===Object.keys(e).length&&n.every(o=>Math.abs(t[o]-e[o])<=
1e-11)}function hn(t,e){return fo(t.prevalence,e.prevalence)&&fo(t.cost,e.cost)&&["units","group","margin","against"].every(n=>(t[n]??null)===(e[n]??null))&&po(
t.models,e.models)&&po(t.recalibrated,e.recalibrated)&&Zi(t.sources,e.sources)}function Yi(t,e){let n=Object.entries(t.sources??{}),{margin:o=null,against:s=null}=t;
return[[!fo(t.prevalence,e.prevalence),()=>`prevalence=${Mh(t)}`],[!fo(t.cost,e.cost),()=>`cost=${Ki(t.cost,yh)}`],[t.units!==e.units,()=>`units=${Vi(t.units)}`],
[t.group!==e.group,()=>t.group===null?"everyone":`group=${Ln(t.group)}`],[!po(t.models,e.models),()=>`models=${Gi(t.models)}`],[o!==(e.margin??null),()=>`margin\
=${o===null?$t:Dn(o)}`],[!Zi(t.sources,e.sources),()=>`sources=${n.map(kh).join(",")||$t}`],[!po(t.recalibrated,e.recalibrated),()=>`recalibrated=${Gi(t.recalibrated??
[])||$t}`],[s!==(e.against??null),()=>`against=${s===null?$t:Ln(s)}`]].filter(([i])=>i).map(([,i])=>i()).join("&")}var $t="none",Gi=t=>t.map(Ln).join(","),kh=([
t,e])=>`${Ln(t)}:${Dn(e)}`,Mh=({prevalence:t})=>t===null?"own":Ki(t,Dn);function Oh(t){let e=new Map;for(let n of t.replace(/^#/,"").split("&")){let[o,...s]=n.split(
"=");e.has(o)||e.set(o,s.join("="))}return e.delete(""),e}function Ui(t,e,n){let o=t.split(",").map(r=>ho(r,e)),s=e.filter(r=>o.includes(r));return s.length>0&&
o.includes(void 0)&&n(),s.length>0?s:void 0}function Th(t,e){if(t===$t)return{};let n=t.replace(/%3a(?=[\d.]+(,|$))/gi,":").split(",").map(o=>{let[s,r=""]=o.split(
":");return[ho(s,e),Xi(r)]});if(!n.some(([o,s])=>o===void 0||!(s>0&&s<1)))return Object.fromEntries(n)}function Eh(t){if(t===$t)return null;let e=t.trim()===""?
NaN:Number(t);return e>=0&&e<1e3?e:void 0}function Ah({models:t,groups:e}){let n=e.filter(({estimable:o})=>o).map(({name:o})=>o);return{prevalence:o=>o==="own"?
null:qi(o,Xi),cost:o=>qi(Nh(o),mo),units:o=>Fn.find(({name:s})=>Vi(s)===o)?.name,group:o=>ho(o,n),everyone:()=>null,models:(o,s)=>Ui(o,t,s),margin:Eh,sources:o=>Th(
o,t),recalibrated:(o,s)=>o===$t?[]:Ui(o,t,s),against:o=>o===$t?null:ho(o,[...t,...wt])}}function Ji(t,e,n=[]){let{own:o,limits:s}=e,r={...o},i=Ah(e);for(let[a,c]of Oh(
t)){let l=Object.hasOwn(i,a),u=()=>n.push(Sh(a,l)),h=l?i[a](c,u):void 0,f=a==="everyone"?"group":a;h===void 0?u():r[f]=h}return r.prevalence=Hi("prevalence",r.prevalence,
s,me,n),r.cost=Hi("cost",r.cost,s,St,n),r}function Sh(t,e){return e?Cs.address[t]:d(Cs.address.unknown,{name:$h(t)})}function $h(t){let e=Array.from(t);return e.
length>20?`${e.slice(0,20).join("")}…`:t}function Hi(t,e,n,o,s){let[r,i]=n[t];return e===null||e.every(a=>a>=r*(1-1e-11)&&a<=i*(1+1e-11))?e:(s.push(d(Cs.address[`${t}\
_outside`],{low:o(r),high:o(i)})),e.map(a=>k(a,r,i)))}var Nh=t=>t.replace(/%3a/gi,":");function Xi(t){let e=t.replace(/%(25)?$/,"");return e.trim()===""?NaN:e===
t?Number(t):Number(e)/100}function Ps(t){if(t===null)return b.prevalence.observed;let[e,n]=t;return e===n?me(e):`${me(e)} to ${me(n)}`}function $e(t,e){let n=t.split(/\{(\w+)\}/).map((s,r)=>r%
2===0?s:e[s]),o=[];for(let s of n.flat(1/0))typeof s!="string"?o.push(s):typeof o.at(-1)=="string"?o.push(o.pop()+s):s!==""&&o.push(s);return o}function Fs(t){return t.
map(e=>typeof e=="string"?e:e.text).join("")}function rt({names:t}){return t??{outcome:"cases",one_outcome:"case",action:"treatments",one_action:"treatment",title:null}}
function ea(t,{names:e,range:n,costs:o,deployment:s}){let{verdict:r}=b,i=D(t.units),a=d(i.scale.found,e),c=t.study?s:{prevalence:null,cost:null},l=n[0]===n[1],u=c.
prevalence?.median??de(...n);return{names:e,percent:z,where:Rh(t,{names:e,range:n,costs:o,own:c,usesCost:i.usesCost}),command:Ph(t),tellsCounts:!i.weighted,ends:(h,f)=>{
let[p,m,g]=Je(h,i.scale);return{value:p,low:m,high:g,level:Y(f),found:a}},possible:h=>pe(i.scale.factor*h,i.scale.digits),exchange:(h,f,p)=>{let m=l?r.exchange:
r.exchange_at_median,g=Fh(f,p,e);return g&&d(m,{other:h,median:z(u),...g})}}}function Rh(t,{names:e,range:n,costs:o,own:s,usesCost:r}){let{where:i}=b.verdict,a=l=>({
control:"prevalence",text:l}),c=Ih(o,{names:e,own:s.cost,usesCost:r});return s.prevalence&&!ta(s.prevalence)?$e(i.distribution,{prevalence:a(s.prevalence.text),
cost:c}):t.prevalence===null?$e(i.observed,{prevalence:a(z(n[0])),cost:c}):$e(i.share,{prevalence:a(Ps(n)),cost:c})}function Ih([t,e],{names:n,own:o,usesCost:s}){
let{cost:r}=b.verdict,i=c=>({control:"cost",text:c});if(!s)return[r.alike];if(o&&!ta(o))return $e(r.distribution,{times:i(o.text)});if(t>Ch)return $e(r.treating,
{...n,times:i(Qi(t/(1-t),e/(1-e)))});let a=Qi((1-e)/e,(1-t)/t);return $e(a==="1"?r.missing_one:r.missing,{...n,times:i(a)})}var Ch=.5*(1+1e-9),ta=({kind:t})=>t===
"value"||t==="LogOddsUniform";function Qi(t,e){let[n,o]=[t,e].map(s=>K(s,b.digits.ratio));return t===e?n:d(b.verdict.range,{low:n,high:o})}function Ph({prevalence:t,
cost:e}){let{command:n,command_observed:o}=b.verdict,s=(r,i)=>[...new Set(r.map(i))].join("..");return d(t===null?o:n,{prevalence:t&&s(t,r=>me(r).replace(" ","")),
cost:s(e,St)})}function Fh(t,e,n){let o=(i,a)=>{let c=(t.error?.[a]??0)+(e.error?.[a]??0);return c>.5?null:Lh(i,t[a]-e[a],c,n)},[s,r]=[o("found","truePositives"),
o("treated","falsePositives")];return s&&r&&{found:s,treated:r}}function Lh(t,e,n,o){let s=Math.abs(e)<b.constants.whole_counts_from&&n<=.05,r=pe(Math.abs(e),s?
1:0),i=Number(r)===0?"same":e>0?"more":"fewer";return d(b.verdict[`${t}_${i}`],{...o,count:r})}var{constants:jn,verdict:U}=b,Ls=jn.prevalences_compared;function na(t){let{best:e,runnerUp:n,model:o,rivals:s,coarse:r}=t.judgement,i={...t.judgement,difference:Wn(
t,e,n),added:Wn(t,o,$),possible:t.possible,nonInferior:t.margin===null||e===$||r?[]:s.filter(a=>Wh(Wn(t,e,a),t.margin)),outside:jh(t),flips:r?[]:tf(e,t)};return i.
withinError=!r&&Dh(i),{...i,...Bh(i,t)}}function Wn({compare:t,together:e},n,o){let{value:s,low:r,high:i,error:a=0}=e(n,o);return{value:s,low:r,high:i,error:a,coarse:t(
n,o).coarse??!1}}function Dh({decided:t,difference:e,added:n,betterThanWithout:o}){let s=({low:r,error:i})=>r>jn.a_tie&&r-i<=jn.a_tie;return o.length===0?s(n):!t&&
s(e)}var Wh=({high:t,error:e},n)=>t+e<n;function jh({state:t,observed:e}){return t.prevalence!==null&&(t.prevalence[1]<e.low||t.prevalence[0]>e.high)}function Bh(t,e){
let n=Ds(t,e);if(t.coarse)return{sentence:n,text:Fs(n)};let o=t.betterThanWithout.length===0?Kh:t.decided?Hh:Vh,s=[Fs(n),...o(t,e),...Jh(t,e),...Xh(t,e)];return t.
withinError&&s.push(U.within_error),e.adjusts&&s.push(d(U.together,{count:e.count})),{sentence:n,text:[...s,...Qh(t,e)].join(" ")}}function Ds(t,e){return(t.coarse?
Uh:t.betterThanWithout.length===0?Gh:t.decided?zh:qh)(t,e)}var Ws=({best:t,runnerUp:e})=>t===$?e:t,Bn=t=>({control:"best",text:t}),js=t=>({control:"other",text:t});
function zh({best:t,runnerUp:e},n){let{where:o}=n.phrases,s=go(n,t,e);return e===$?$e(U.use_alone,{best:Bn(t),where:o,...s,...ra(n)}):$e(U.use,{best:Bn(t),where:o,
other:js(e),...s})}function qh({best:t,tied:e},n){let{where:o}=n.phrases,s=oa(e,n).map((i,a)=>d(a===0?U.difference:U.further_difference,{one:t,other:i,...go(n,t,
i)})),r=e.map((i,a)=>a===0?Bn(i):a===1?js(i):i);return $e(U.too_close,{models:ef(r),where:o,differences:Nt(s)})}function Gh(t,e){let n=Ws(t),o=e.names.length>1?
U.no_model:U.not_the_model,s=go(e,n,$);return $e(o,{where:e.phrases.where,model:Bn(n),...s})}function Uh(t,{phrases:{where:e,command:n},least:o}){let s=Ws(t),r=t.
betterThanWithout.length===0?$:t.runnerUp;return $e(U.coarse,{where:e,command:n,least:String(o),one:Bn(s),other:r===$?U.without:js(r)})}function Hh({best:t,runnerUp:e},n){
return[...e===$?[]:sa(U.over_default,t,n),...Zh(t,e,n)]}function Vh({best:t,tied:e,betterThanWithout:n},o){let s=[...ia(t,oa(e,o),o),U.what_else];n.includes(t)&&
s.push(...sa(U.best_over_default,t,o));let r=e.filter(i=>!n.includes(i));if(r.length>0){let i=r.length===1?U.not_shown_better:U.none_shown_better;s.push(d(i,{models:Nt(
r)}))}return s}function Kh(t,e){return[...ia(Ws(t),[$],e),...Yh(e)]}function oa([t,...e],n){return e.slice(0,jn.ties_told_one_by_one).filter(s=>!n.compare(t,s).
coarse)}function sa(t,e,n){return n.compare(e,$).coarse?[]:[d(t,{best:e,...go(n,e,$),...ra(n)})]}var ra=({possible:t,phrases:e})=>({possible:e.possible(t)});function Zh(t,e,{
doneBy:n,phrases:o}){let s=e===$?U.without:e,r=o.tellsCounts&&o.exchange(s,n(t),n(e));return r?[r]:[]}function Yh({range:t,costs:e,phrases:n}){if(e[0]!==e[1])return[];
let o=e[0],s=t[0]>=o?"all":t[1]<o?"none":"both";return[d(U[`without_is_${s}`],{threshold:n.percent(o)})]}function ia(t,e,n){let{margin:o}=n,s=({low:i,error:a})=>i-
a>0,r=e.filter(i=>s(Wn(n,t,i)));return o===null||r.length===0?[]:[d(U.below_margin,{best:t,others:Nt(r),margin:aa(o)})]}function Jh({best:t,nonInferior:e},{margin:n}){
if(e.length===0)return[];let o=e.length===1?U.non_inferior:U.all_non_inferior;return[d(o,{models:Nt(e),best:t,margin:aa(n)})]}function Xh({best:t,flips:e},{phrases:{
percent:n}}){let o=e.filter(({beyondChance:s})=>s).map(({ahead:s,low:r,high:i})=>d(U.flip,{ahead:s,low:n(r),high:n(i)}));return o.length>0?[d(U.flips,{best:t,flips:Nt(
o)})]:[]}function Qh(t,{observed:e,phrases:{percent:n}}){if(!t.outside)return[];let{everyone:o,groups:s}=e;if(s.length===0)return[d(U.outside,{observed:n(o)})];
let[r,i]=[Math.min(...s),Math.max(...s)].map(n);return[d(U.outside_groups,{observed:n(o),low:r,high:i})]}function go(t,e,n){return t.phrases.ends(Wn(t,e,n),t.level)}
var aa=t=>K(1e3*t,6);function Nt(t){return t.length<2?t.join(""):[t.slice(0,-1).join(U.comma),t.at(-1)].join(U.and)}function ef(t){return t.flatMap((e,n)=>[...n===
0?[]:[n===t.length-1?U.and:U.comma],e])}function tf(t,{names:e,state:n,level:o,margin:s,valueAt:r,lead:i}){let a=n.prevalence,c=!D(n.units).usesCost||n.cost[0]===
n.cost[1];if(a===null||a[0]===a[1]||!e.includes(t)||e.length<2||!c)return[];let[l,u]=a.map(E),h=v=>k(S(l+(u-l)*v/(Ls-1)),a[0],a[1]),f=[];for(let v=0;v<Ls;v++)f.
push(nf(e,t,_=>r(_,h(v))));let p=f.map((v,_)=>_).filter(v=>v===0||f[v]!==f[v-1]),m=p.map((v,_)=>({ahead:f[v],ends:[h(v),h((p[_+1]??Ls)-1)]})).filter(({ahead:v})=>v!==
t),g=1-(1-o)/Math.max(e.length-1,m.length,1);return m.map(({ahead:v,ends:_})=>{let y=i(v,t,_),x=y.at(g).low-(y.error??0)>0&&y.value>=(s??0),I=_[0]<_[1]&&x;return{
ahead:v,low:_[0],high:_[1],confidence:y.confidence(),beyondChance:I}})}function nf(t,e,n){let o=t.map(n),s=Math.max(...o);return n(e)>=s-jn.a_tie?e:t[o.indexOf(
s)]}var{constants:Rt,before:te,digits:of}=b,ca=1.1;function fa(t){if(t.verdict.coarse)return la(t);let e=la(t);for(let n of[sf,af,lf,ua,uf,ha,hf,cf])e.some(({kind:s})=>s.
startsWith("recalibration"))&&(n===ua||n===ha)||e.push(...n(t));return e.slice(0,Rt.lines_before)}var it=(t,e,n=[],o=[])=>({kind:t,text:e,models:n,action:o[0]??
null,actions:o}),vo=({best:t,runnerUp:e})=>t===$?e:t,zn=({models:t},e)=>t.find(n=>n.name===e),pa=({state:t},e)=>(t.recalibrated??[]).includes(e),ma=({state:t},e)=>t.
sources?.[e];function la(t){let{recalibrated:e=[],sources:n={}}=t.state,o=(s,r)=>[{text:d(te.undo,{model:s}),change:r}];return[...e.map(s=>{let r=e.filter(a=>a!==
s),i=d(te.is_recalibrated,{model:s});return it("is_recalibrated",i,[s],o(s,{recalibrated:r}))}),...Object.entries(n).map(([s,r])=>{let{[s]:i,...a}=n,c=d(te.is_calibrated_to,
{model:s,prevalence:me(r)});return it("is_calibrated_to",c,[s],o(s,{sources:a}))})]}function Bs(t,e){if(pa(e,t)||ma(e,t)!==void 0)return[];let{recalibrated:n=[],
sources:o={}}=e.state,r=[{text:d(te.recalibrate,{model:t}),change:{recalibrated:[...n,t]}}],i=zn(e,t).observedExpected;if(da(i)){let{impliedSource:a}=zn(e,t);if(a){
let c=d(te.take_as_calibrated_to,{model:t,prevalence:me(a)});r.push({text:c,change:{sources:{...o,[t]:a}}})}}return r}function sf(t){let e=vo(t.verdict),n=t.models.
filter(({recalibratedAdded:u})=>u),o=n.find(({name:u})=>u===e);if(!o)return[];let s=n.reduce((u,h)=>h.recalibratedAdded.value>u.recalibratedAdded.value?h:u),[r,
i]=[s.recalibratedAdded,o.recalibratedAdded],a=Math.max(t.state.margin?t.state.margin/1e3:0,Rt.a_tie);if(s===o||r.value-i.value<=a||!rf(s.name,e,r,i,t))return[];
let c=d(te.turns,{model:s.name,value:Je(r,t.scale)[0],best:e,other_value:Je(i,t.scale)[0]}),l=[...zs(s,t),c].join(" ");return[it("recalibration_turns",l,[s.name,
e],Bs(s.name,t))]}function rf(t,e,n,o,{recalibratedLead:s}){let r=s?.(t,e);if(r)return!r.coarse&&r.low-(r.error??0)>0;let i=Math.hypot(n.value-n.low,o.high-o.value);
return n.value-o.value-i-(n.error??0)-(o.error??0)>0}function ua(t){let e=zn(t,vo(t.verdict)),{added:n,recalibratedAdded:o,lossCorrected:s}=e??{};if(!o||!n||n.coarse||
o.coarse||!(s?.low-(s?.error??0)>0))return[];let r=t.state.margin?t.state.margin/1e3:0,i=Math.max(Rt.worth_recalibrating*Math.max(n.value,0),r,Rt.a_tie);if(o.value-
n.value<=i)return[];let a=d(te.gains,{model:e.name,value:Je(o,t.scale)[0],now:Je(n,t.scale)[0]}),c=[...zs(e,t),a].join(" ");return[it("recalibration",c,[e.name],
Bs(e.name,t))]}function ha(t){let e=zn(t,vo(t.verdict)),[n]=e?zs(e,t):[];return n?[it("calibration",`${n} ${te.advice}`,[e.name],Bs(e.name,t))]:[]}function da(t){
return!!t&&(t.low>ca||t.high<1/ca)}function zs({name:t,observedExpected:e},n){if(!da(e)||pa(n,t)||ma(n,t)!==void 0)return[];let o=Math.max(e.value,1/e.value);return[
d(o>=Rt.told_in_times?te.off_times:te.off,{model:t,times:K(o,2),how:e.value<1?te.high:te.low,ratio:pe(e.value,of.slope)})]}function af({verdict:{best:t},models:e,
groups:n}){if(t===$)return[];let o=new Set,s=n.flatMap(c=>{let l=e.map(({name:f})=>f).filter(f=>f!==t&&ga(c,f,t));if(l.length===0)return[];let u=f=>c.together(f,
t).low,h=l.reduce((f,p)=>u(p)>u(f)?p:f);return o.add(h),[d(te.group_lead,{group:c.name,model:h,best:t})]});if(s.length===0)return[];let r=Rt.groups_told,i=s.length>
r?[d(te.more_groups,{number:s.length-r})]:[],a=d(te.groups_disagree,{leads:Nt([...s.slice(0,r),...i])});return[it("groups",a,[...o,t])]}function cf({verdict:{best:t,
decided:e},models:n,groups:o}){let s=n.map(({name:c})=>c).filter(c=>c!==t);if(t===$||!e||o.length<2||s.length===0)return[];if(!o.every(c=>s.every(l=>ga(c,t,l))))
return[];let[r,...i]=o.map(({name:c})=>c),a=o.length>Rt.groups_told?d(te.groups_agree_all,{best:t,count:o.length}):d(te.groups_agree,{best:t,groups:Nt([r,...i.map(
c=>te.in_group+c)])});return[it("groups_agree",a,[t])]}function ga(t,e,n){let{low:o,error:s=0,coarse:r=!1}=t.together(e,n);return!r&&o-s>Rt.a_tie}function lf({verdict:t,
prevalence:e}){return t.outside?[it("outside",d(te.outside,{observed:z(e)}))]:[]}function uf({clusters:t}){if(!t)return[];let{column:e,share:n}=t;return[it("clu\
sters",d(te.clusters,{column:e,share:z(n)}))]}function hf(t){let{verdict:e,state:n}=t,o=n.prevalence,s=zn(t,vo(e));if(!s||o===null||o[0]===o[1]||e.betterThanWithout.
length===0)return[];let r=c=>z(s.cutoff.at(c)),i=n.study?s.cutoff.prevalence:de(...o),a=d(te.cutoff,{model:s.name,highest:r(o[0]),middle:r(i),lowest:r(o[1]),low:me(
o[0]),median:z(i),high:me(o[1])});return[it("cutoff",a,[s.name])]}var{constants:va}=b,ff=.005;function wa({names:t,compare:e,isAhead:n}){let o=pf(t,e),[s,r]=o,i=s===$?r:s,a=t.filter(f=>n(f,$)),c=o.slice(1).filter(f=>f!==$),l=a.
includes(s)?[]:a,u=[s,...c.filter(f=>l.includes(f)||!n(s,f))],h=!!e(...a.length===0?[i,$]:[s,r]).coarse;return{ranked:o,best:s,runnerUp:r,model:i,rivals:c,tied:u,
betterThanWithout:a,coarse:h,decided:!h&&u.length===1&&(s===$||a.includes(s)),noneCanBeBetter:t.every(f=>{let{low:p,high:m,error:g=0}=e(f,$);return m+(g>ff*(m-p)?
g:0)<=va.a_tie})}}function pf(t,e){let n=new Map(t.map(r=>[r,e(r,$).value])),o=[...t].sort((r,i)=>n.get(i)-n.get(r)),s=o.filter(r=>n.get(r)>va.a_tie);return[...s,
$,...o.slice(s.length)]}function zt({best:t,tied:e,betterThanWithout:n,decided:o,coarse:s,noneCanBeBetter:r}){return s?{kind:"coarse",model:null,tied:e}:n.length===
0?{kind:"none",model:null,tied:e,settled:o||!!r}:o?{kind:"use",model:t,tied:e}:{kind:"close",model:null,tied:e}}var mf="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",df=new Map([...mf].map((t,e)=>[t,e])),gf=new Set(["x","y"]);function _t(t,e=!1){let n=[],
[o,s,r]=[0,1,0];for(let i of t){let a=df.get(i);if(o+=(a&31)*s,s*=32,a>=32)continue;let c=o%2===1?-(o-1)/2:o/2;r=e?r+c:c,n.push(r),[o,s]=[0,1]}return n}function ba(t){
return qs.has(t)||qs.set(t,vf(t)),qs.get(t)}function vf({unit:t=1,...e}){let n=Object.entries(e).map(([o,s])=>{let r=typeof s=="string"?_t(s,gf.has(o)):s;return[
o,t>1&&wf.has(o)?r.map(i=>i*t):r]});return Object.fromEntries(n)}var wf=new Set(["x","s","y","t"]),qs=new WeakMap;var bf=[["x",1e4],["s",1e4],["y",1e4],["t",1e4],["r",100],["n",1],["w",1],["q",1]],xa=ba,qe=Math.sqrt(3),_f=201,fn=class t{constructor(e){this.length=e.reduce((n,o)=>n+
o.n.length,0);for(let[n,o]of bf)this[n]=this.#e(e,n,o);this.weight=Gs(this.w),this.squares=Gs(this.q),this.patients=Gs(this.n),this.size=this.squares>0?this.weight**
2/this.squares:0,this.sample=yf(this.n,this.patients),this.nodes=wo(this.x,this.s),this.otherNodes=this.y&&wo(this.y,this.t),this.raw=this}#e(e,n,o){let s=a=>a[n]??
(n==="w"||n==="q"?a.n:null);if(e.some(a=>s(a)===null))return null;let r=new Float64Array(this.length),i=0;for(let a of e)r.set(s(a),i),i+=s(a).length;if(o>1)for(let a=0;a<
r.length;a++)r[a]/=o;return r}recalibrated([e,n=null]){if(e===null&&n===null)return this;let[o,s]=_a(this.x,this.s,e),[r,i]=this.y?_a(this.y,this.t,n):[null,null],
a=wo(o,s),c=r&&wo(r,i),l={x:this.x,s:this.s,y:this.y,t:this.t},u=Object.assign(Object.create(t.prototype),this,{x:o,s,y:r,t:i,nodes:a,otherNodes:c,raw:l});return u.
knownScale=void 0,u}get scale(){return this.knownScale??=kf(this),this.knownScale}reached(e){let n=0;for(let o=0;o<this.length;o++)n+=this.w[o]*qt(this.x[o],this.
s[o],e);return n/this.weight}};function _a(t,e,n){if(n===null)return[t,e];let{intercept:o,slope:s}=n;return[t.map(i=>Math.abs(i)>=xt?i:o+s*i),e.map(i=>s*i)]}function ya(t){
let e=new Map;for(let o of t)for(let s=0;s<o.n.length;s++){let r=o.s[s]===0?`=${o.x[s]}`:Math.floor(o.x[s]/xf),[i,a]=[o.w?.[s]??o.n[s],o.q?.[s]??o.n[s]],c=e.get(
r)??[0,0,0,0,0],l=[o.n[s],i,a,i*o.x[s],i*(o.x[s]**2+o.s[s]**2)];e.set(r,c.map((u,h)=>u+l[h]))}let n={x:[],s:[],n:[],w:[],q:[]};for(let[o,s,r,i,a]of e.values()){
let c=i/s,l=a/s-c*c,u={x:c,s:l>1e-12*(1+c*c)?Math.sqrt(l):0,n:o,w:s,q:r};for(let h of Object.keys(n))n[h].push(u[h])}return[n]}var xf=625;function qt(t,e,n){if(e===
0)return t>=n-1e-9?1:0;let o=qe*e;return k((t+o-n)/(2*o),0,1)}function wo(t,e){return[t.map((n,o)=>n+e[o]),t.map((n,o)=>n-e[o])]}function Gs(t){let e=0;if(t!==null)
for(let n of t)e+=n;return e}function yf(t,e){let n=new Int32Array(Math.min(_f,Math.max(1,Math.round(e)))),o=0,s=t.length?t[0]:0;for(let r=0;r<n.length;r++){let i=(r+
.5)/n.length*e;for(;s<i&&o<t.length-1;)s+=t[++o];n[r]=o}return n}function kf(t){let e=[...t.x.keys()].filter(c=>Math.abs(t.x[c])<xt).sort((c,l)=>t.x[c]-t.x[l]),
n=0,o=0;for(let c of e)n+=t.n[c],o+=t.n[c]*t.x[c];o/=n;let s=0;for(let c of e)s+=t.n[c]*((t.x[c]-o)**2+t.s[c]**2);let r=c=>{let l=0;for(let u of e){if(l+t.n[u]>
c)return t.x[u]+2*qe*t.s[u]*((c+.5-l)/t.n[u]-.5);l+=t.n[u]}return t.x[e.at(-1)]},i=c=>{let l=c*(n-1),[u,h]=[r(Math.floor(l)),r(Math.floor(l)+1)];return u+(l-Math.
floor(l))*(h-u)},a=(i(.75)-i(.25))/1.34;return Math.min(Math.sqrt(s/n),a>0?a:1/0)}var xt=40;var bo=class{constructor({from:e,unit:n,cases:o,others:s,...r},i=null){let{case_squares:a,other_squares:c}=r,l=(typeof e=="string"?_t(e,!0):e).map(v=>v/1e4),[u,
h]=[o,s].map(v=>_t(v).map(_=>_*n)),f=l.length,p=new Float64Array(f),m=(v,_)=>new fn([{x:p,s:p,n:v,w:v,q:_??v}]);this.from=Float64Array.from(l,v=>i&&v>-xt?i.intercept+
i.slope*v:v),this.sides=[m(u,a),m(h,c)];let g=Math.log(this.sides[0].weight/this.sides[1].weight);this.evidence=Float64Array.from(u,(v,_)=>k(Math.log(v/h[_])-g,
-xt,xt))}shareFrom(e,n){return this.sums??=this.sides.map(o=>{let s=new Float64Array(o.length+1);for(let r=o.length-1;r>=0;r--)s[r]=s[r+1]+o.w[r]/o.weight;return s}),
this.sums[e][n]}placeOf(e,n){let{w:o}=this.sides[n],s=n===0?1:-1,r=this.#e(e),i=r;for(;r>=0&&r<o.length&&o[r]===0;)r+=s;if(r>=0&&r<o.length)return r;for(r=i;r>=
0&&r<o.length&&o[r]===0;)r-=s;return k(r,0,o.length-1)}#e(e){let n=0,o=this.from.length-1;for(;n<o;){let s=n+o+1>>1;this.from[s]<=e+1e-9?n=s:o=s-1}return n}};var _o=class{constructor(e){Object.assign(this,e.clusters),this.slices=e.slices,this.gaps=e.gaps,this.index=new Map(this.cells.map(([n,o,s,r],i)=>[`${n}|${o}|${s}\
|${r}`,i])),this.places=new Map,this.packed=Float64Array.from(this.cells.flatMap((n,o)=>this.directions.map(s=>s[o])))}between(e){let n=e.map(r=>r.sample.slice),
o=e.map(r=>this.#i(r)),s=0;for(let r=0;r<this.values.length;r++){let i=o[0][r]-(o[1]?.[r]??0);s+=this.values[r]*i*i}if(this.with_own)for(let r of e)s-=this.#t(r);
return{...this.about(n),excess:s}}about(e){let{degrees:n,factor:o,prevalence_factor:s}=e.length===1?this.slices[e[0]].clustering:this.#e(e);return{degrees:n,factor:o,
prevalenceFactor:s}}#e(e){return this.gaps.find(n=>n.slices.every((o,s)=>o===e[s])).clustering}#t(e){let n=this.#n(e);if(n===null)return this.#o(e);let o=0;for(let s of[
0,1]){let{squares:r}=this.#c(e.sample,s);for(let i=0;i<r.length;i++)o+=r[i]*n[s][i]**2}return o}#o({sample:e,clusterParts:[n,o]}){let s=this.#t(n)+this.#t(o),r=[
n,o].map(i=>this.#n(i));for(let i of[0,1]){let a=e.sides[i],c=[n,o].map((l,u)=>this.#f(e,l.sample,i,u));for(let l=0;l<a.length;l++){let u=Tf([c[0][l],c[1][l]],[
r[0][i],r[1][i]],a.r[l]);s-=2*a.q[l]*u}}return s}#i(e){return e.knownAlong??=e.clusterParts?this.#s(e.clusterParts):this.#l(e),e.knownAlong}#s([e,n]){let o=this.#i(
n);return this.#i(e).map((s,r)=>s-o[r])}#l(e){let n=this.values.length,o=new Float64Array(n),s=this.#n(e);for(let r of[0,1]){let{used:i}=this.#c(e.sample,r);for(let a=0;a<
i.length;a++)for(let c=0;c<n;c++)o[c]+=s[r][a]*this.packed[i[a]*n+c]}return o}#n(e){return e.knownMeans??=e.clusterParts?this.#a(e):[0,1].map(n=>this.#r(e,n)),e.
knownMeans}#a({sample:e,clusterParts:[n,o]}){if(e.models.length>1)return null;let s=this.#n(o);return this.#n(n).map((r,i)=>r.map((a,c)=>a-s[i][c]))}#r(e,n){let{
places:o,weights:s}=this.#c(e.sample,n),r=Mf(e,n,o,s.length);for(let i=0;i<r.length;i++)r[i]/=s[i];return r}#c(e,n){let o=`${e.key}|${n}`;return this.places.has(
o)||this.places.set(o,this.#h(e,n)),this.places.get(o)}#h(e,n){let o=e.sides[n],s=this.#u(e,e.models[0],n,o.raw.x),r=new Map,[i,a]=[[],[]],c=new Int32Array(o.length).
fill(-1);return s.forEach((l,u)=>{if(l<0)return;r.has(l)||r.set(l,r.size);let h=r.get(l);c[u]=h,i[h]=(i[h]??0)+o.w[u],a[h]=(a[h]??0)+o.q[u]}),{places:c,numbers:r,
used:Int32Array.from(r.keys()),weights:Float64Array.from(i),squares:a}}#f(e,n,o,s){let r=`${e.key}|${n.key}|${o}`;if(!this.places.has(r)){let i=e.sides[o],[a,c]=s===
0?[i.raw.x,i.raw.s]:[i.raw.y,i.raw.t],{numbers:l}=this.#c(n,o),[u]=n.models,h=e.groupOfBin(o),f=(p,m)=>l.get(this.index.get(`${p}|${u}|${o}|${m}`))??-1;this.places.
set(r,h.map((p,m)=>Of(this.edges[u][o],a[m],c[m]).map(({cell:g,until:v})=>({cell:f(p,g),until:v}))))}return this.places.get(r)}#u(e,n,o,s){return Int32Array.from(
e.groupOfBin(o),(r,i)=>{let a=ka(this.edges[n][o],s[i]);return this.index.get(`${r}|${n}|${o}|${a}`)??-1})}};function ka(t,e){let n=0;for(;n<t.length&&t[n]<=e;)
n++;return n}function Mf(t,e,n,o){let s=t.sample.sides[e],r=t.contribution(e),i=new Float64Array(o);for(let a=0;a<n.length;a++)n[a]>=0&&(i[n[a]]+=s.w[a]*r(a));return i}
function Of(t,e,n){let o=qe*n,s=[];for(let r=ka(t,e-o);;r++){let i=t[r]??1/0;if(o===0||i>=e+o)return[...s,{cell:r,until:1}];s.push({cell:r,until:(i-e+o)/(2*o)})}}
function Tf(t,e,n){let o=({cell:u},h)=>u<0?0:e[h][u],s=t.map((u,h)=>{let[f,p]=[0,0];for(let m of u)f+=(m.until-p)*o(m,h),p=m.until;return f}),[r,i,a,c]=[0,0,0,0];
for(;i<1;){let[u,h]=[t[0][a],t[1][c]],f=Math.min(u.until,h.until);r+=(f-i)*o(u,0)*o(h,1),i=f,u.until<=f&&a++,h.until<=f&&c++}let l=Math.max(n,0);return l*r+(1-l)*
s[0]*s[1]}var xo=class{constructor({step:e,coarse:n,band:o,start:s,units:r,mean:i,spread:a,coherence:c,correlation:l},u=1){Object.assign(this,{step:e,coarse:n,start:s}),this.
mean=_t(i,!0).map(f=>f*r[0]*u),this.spread=_t(a,!0).map(f=>f*r[1]*u),this.coherence=_t(c).map(f=>f/100);let h=_t(l).map(f=>f/15);this.correlation=this.coherence.
map((f,p)=>[...new Array(Math.max(0,p-o)).fill(0),...h.splice(0,Math.min(p,o))])}at(e){let n=new Float64Array(this.correlation.length),o=new Float64Array(this.correlation.
length),s=0,r=this.#e(e,this.start);for(let i=0;i<this.mean.length;i++){let a=this.#e(e,this.start+(i+1)*this.step),c=(a-r)*(1+Math.exp(this.start+(i+.5)*this.step));
s+=c*this.mean[i],n[Math.floor(i/this.coarse)]+=c*this.spread[i],o[Math.floor(i/this.coarse)]+=(c*this.spread[i])**2,r=a}return{mean:s,variance:Math.max(this.#t(
n,o),0)}}#e(e,n){return e.step!==null?n>e.step?e.positiveTotal:0:e.positive(n)}#t(e,n){let o=this.coarse,s=0;for(let r=0;r<e.length;r++){if(n[r]===0)continue;let i=k(
(this.coherence[r]**2-1/o)/(1-1/o),0,1);s+=(1-i)*n[r]+i*e[r]**2;let a=this.correlation[r];for(let c=0;c<r;c++)s+=2*e[r]*this.coherence[r]*e[c]*this.coherence[c]*
a[c]}return s}};var Pe={low:-24,high:24,perUnit:64},yo=class{constructor(e){this.reached=e.map(Af),this.heaps=e.map(Ef),this.values=[...new Set(this.heaps.flatMap(({values:n})=>[
...n]))].sort((n,o)=>n-o)}above(e,n){let o=(k(n,Pe.low,Pe.high)-Pe.low)*Pe.perUnit,s=Math.min(Math.floor(o),this.reached[e].length-2),r=this.reached[e];return r[s]+
(o-s)*(r[s+1]-r[s])+this.#e(this.heaps[e],n)}#e({values:e,above:n},o){let s=0,r=e.length;for(;s<r;){let i=s+r>>1;e[i]>=o-1e-9?r=i:s=i+1}return n[s]}};function Ef(t){
let e=[...t.s.keys()].filter(o=>t.s[o]===0).sort((o,s)=>t.x[o]-t.x[s]),n=new Float64Array(e.length+1);for(let o=e.length-1;o>=0;o--)n[o]=n[o+1]+t.w[e[o]]/t.weight;
return{values:Float64Array.from(e,o=>t.x[o]),above:n}}function Af(t){let e=(Pe.high-Pe.low)*Pe.perUnit+1,n=new Float64Array(e+1);for(let r=0;r<t.length;r++){if(t.
s[r]===0)continue;let i=qe*t.s[r],a=k(Math.ceil((t.x[r]-i-Pe.low)*Pe.perUnit),0,e),c=k(Math.floor((t.x[r]+i-Pe.low)*Pe.perUnit),-1,e-1);n[0]+=t.w[r],n[a]-=t.w[r];
for(let l=a;l<=c;l++){let u=t.w[r]*qt(t.x[r],t.s[r],Pe.low+l/Pe.perUnit);n[l]+=u,n[l+1]-=u}}let o=0,s=new Float64Array(e);for(let r=0;r<e;r++)o+=n[r],s[r]=k(o/t.
weight,0,1);return s}var Mo=class t{#e=new Map;constructor(e,n=new Map,o=e.clusters?new _o(e):null){Object.assign(this,{page:e,recalibrated:n,clusters:o})}withRecalibrated(e){return new t(
this.page,e,this.clusters)}of(e,n){let o=`${e}|${n.join("|")}`;return this.#e.has(o)||this.#e.set(o,this.#t(e,n,o)),this.#e.get(o)}#t(e,n,o){let{groups:s,models:r,
prevalence:i}=this.page.slices[e],a=n.length===1?this.page.models[n[0]]:this.#o(n),c=this.page.slices[e].kind==="rest"&&!this.clusters,l=[0,1].map(m=>s.map(g=>xa(
a.lines[g][m]))),u=n.map(m=>this.recalibrated.get(m)??null),h=l.map(m=>new fn(c?ya(m):m).recalibrated(u)),f=m=>s.flatMap((g,v)=>new Array(l[m][v].n.length).fill(
g)),p=u.map(m=>m?`${m.intercept}*${m.slope}`:"").join("|");return new Hs({key:`${o}|${p}`,slice:e,models:n,maps:u,sides:h,about:r,everyone:this.page.slices[Vs].
models,prevalence:i,clusters:this.clusters,groupOfBin:f})}#o(e){return this.page.pairs.find(n=>n.models[0]===e[0]&&n.models[1]===e[1])}},Hs=class{constructor(e){
Object.assign(this,e)}get isExact(){return this.knownExact??=!this.clusters&&this.sides.every(({s:e,t:n})=>[e,n].every(o=>Rf(o))),this.knownExact}get scoreRange(){
return this.knownRange??=Us(this.sides,qe),this.knownRange}get narrowestRange(){return this.knownNarrowest??=Us(this.sides,0),this.knownNarrowest}get certainRange(){
return this.knownCertain??=$f(this.sides,this.scoreRange),this.knownCertain}get widestRange(){return this.knownWidest??=Us(this.sides,Sf),this.knownWidest}get impliedSource(){
return this.knownSource??=Nf(this)??NaN,Number.isNaN(this.knownSource)?null:this.knownSource}get shares(){return this.knownShares??=new yo(this.sides),this.knownShares}get blocks(){
return this.knownBlocks??=new bo(this.about[this.models[0]].pools,this.maps[0]),this.knownBlocks}get blockPlaces(){return this.knownPlaces??=this.sides.map((e,n)=>e.
nodes.map(o=>Int32Array.from(o,s=>this.blocks.placeOf(s,n)))),this.knownPlaces}get optimism(){let[e]=this.models,{optimism:n}=this.about[e];return this.knownOptimism??=
new xo("like"in n?this.everyone[e].optimism:n,n.times),this.knownOptimism}},Sf=3.5,Ma=1;function $f(t,[e,n]){let[o,s]=[0,0];for(let{x:r,s:i,length:a}of t)for(let c=0;c<
a;c++)r[c]-qe*i[c]<=e&&(o=Math.max(o,i[c])),r[c]+qe*i[c]>=n&&(s=Math.max(s,i[c]));return[o>Ma?-1/0:e,s>Ma?1/0:n]}function Us(t,e){let[n,o]=[1/0,-1/0];for(let{x:s,
s:r,length:i}of t)for(let a=0;a<i;a++)n=Math.min(n,s[a]-e*r[a]),o=Math.max(o,s[a]+e*r[a]);return[n<=-xt?-1/0:n,o>=xt?1/0:o]}function Nf({sides:t,prevalence:e}){
let n=[e,1-e],o=i=>t.reduce((a,{nodes:c,w:l,weight:u},h)=>{let f=0;for(let p of c)for(let m=0;m<p.length;m++)f+=l[m]*S(p[m]-i);return a-n[h]*f/(2*u)},e);if(o(-ko)>
0||o(ko)<0)return null;let s=un(o,-ko,ko,1e-6),r=Number(S(E(e)+s).toPrecision(2));return r>0&&r<1?r:null}var ko=12,Rf=t=>t===null||t.every(e=>e===0);function pn(t,e){
return E(Ks(t,e)??e.prevalence)}function Ks(t,e){let{source:n,source_of_all:o}=t.models[e.models[0]];return o&&e.slice!==Vs?t.slices[Vs].prevalence:n}var Vs=0;var Ys=37;function Js([t,e],n){let[o,s]=[E(t),E(e)];return Array.from({length:n},(r,i)=>S(o+(s-o)*i/(n-1)))}var Oo=1.1;function Xs(t,e,n){let[o,s]=[Math.min(...t),
Math.max(...t)].map(E),r=[o-Oo,s+Oo],[i,a]=e.map(E);return i<r[0]&&(r[0]=i-Oo/2),a>r[1]&&(r[1]=a+Oo/2),[k(S(r[0]),...n),k(S(r[1]),...n)]}function Oa(t,e,n,o,s){
let r=Js(n,Ys),i=r.map(a=>t({...e,prevalence:[a,a]}).compare(o,s));return{one:o,other:s,prevalence:r,axis:n,...Qs(i)}}function Qs(t){let e=n=>t.map(o=>o[n]);return{
value:e("value"),low:e("low"),high:e("high"),error:e("error")}}function Ta(t,e,n,o){let s=Js(n,Ys),r=s.map(a=>t({...e,prevalence:[a,a]})),i=s.map(a=>t({...e,...o,
prevalence:[a,a]}));return{prevalence:s,axis:n,models:r[0].names.map(({name:a,index:c})=>({name:a,index:c,...Qs(r.map(l=>l.over(l.zero,c))),recalibrated:i.map(l=>l.
over(l.zero,c).value)})),treatAll:r.map(a=>a.treatAll)}}function Ea(t,e,n){let o=Js(n,Ys),s=o.map(r=>t({...e,cost:[r,r]}));return{cost:o,axis:n,scale:D(e.units).
scale,models:s[0].names.map(({name:r,index:i})=>({name:r,index:i,...Qs(s.map(a=>a.over(a.zero,i)))})),treatAll:s.map(r=>r.treatAll)}}function Aa(t,e,n,o,s){let{
shares:r}=e,i=Array.from({length:241},(m,g)=>20-g/6),a=r.values.length>400?i:[...i,...r.values].sort((m,g)=>g-m),c=pn(t,e),l=(m,g,v)=>{let _=g-m+c;return{fpr:r.
above(1,_),tpr:r.above(0,_),cutoff:S(_),what:v}},[u,h]=o.prevalence.map(E),f=Bt(o.units,o.cost),p=[l((u+h)/2,(f[0]+f[1])/2,"middle")];return h-u>1e-10&&p.push(l(
u,(f[0]+f[1])/2,"lowest"),l(h,(f[0]+f[1])/2,"highest")),{...n,auc:s,fpr:[0,...a.map(m=>r.above(1,m)),1],tpr:[0,...a.map(m=>r.above(0,m)),1],points:p}}var Zs=28;
function Sa({shares:t}){let[e,n]=If(t),o=Array.from({length:Zs+1},(r,i)=>e+(n-e)*i/Zs),s=r=>{let i=o.map((a,c)=>c===0?1:c===Zs?0:t.above(r,a));return i.slice(1).
map((a,c)=>Math.max(i[c]-a,0))};return{edges:o,cases:s(0),nonCases:s(1)}}function If(t){let e=s=>{let r=-12;for(;r<12&&!s(r);)r+=.125;return r},n=e(s=>Math.min(
t.above(0,s),t.above(1,s))<=.995),o=e(s=>Math.max(t.above(0,s),t.above(1,s))<=.005);return[n-.125,Math.max(o,n+1)]}function $a(t,e,n){return Ra(t,e,n).reach}function Na(t){let[e,n,o]=[0,0,0];return t.spreads().forEach(({size:s,within:r,between:i},a)=>{let c=r*s*s,{reach:l,other:u,
few:h}=Ra(t,a,c);e+=(c+l**2/2)/(s*(s+.5))+i,n+=(c+u**2/2)/(s*(s+.5))+i,h&&(o+=u**2/2/(s*(s+.5)))}),e>0?Math.abs(Math.sqrt(n/e)-1)+o/n:0}function Ra(t,e,n){return t.
guards??=[],t.guards[e]??=Cf(t,e,n)}function Cf(t,e,n){let o=t.reach[e];if(!(o>0))return{reach:0,other:0,few:!1};if(o**2<.002*n)return{reach:o/4,other:o/4,few:!1};
let s=t.sample.sides[e],{differ:r,surely:i,farthest:a}=Pf(t.classes[e],s,o),c=Math.min(10,s.size/8),l=Math.max(a,o/4),[u,h]=[r,i].map(f=>f<c?o:l);return{reach:u,
other:h,few:r>0&&i<c}}function Pf({gain:t,half:e,variance:n},o,s){let r=Ff(t,o.sample),i=0,a=0,c=0;for(let l=0;l<o.length;l++){let u=n?Math.sqrt(n[l]):Math.abs(
e[l]),h=Math.abs(t[l]-r),f=h+(o.n[l]>1?1.3*u:0),p=o.w[l]*o.w[l]/o.q[l];f>1e-9*s&&(i+=p),h>2*u+1e-9*s&&(a+=p),f>c&&(c=f)}return{differ:i,surely:a,farthest:c}}function Ff(t,e){
let n=new Float64Array(e.length);for(let s=0;s<n.length;s++)n[s]=t[e[s]];n.sort();let o=n.length>>1;return n.length%2?n[o]:(n[o-1]+n[o])/2}var Pa=2.25,Lf=3.5,Fa=.6,Df=.05,Wf=.2,jf=.003,Bf=3,La={value:0,relative:0};function Da(t){return Math.min(Math.sqrt(Math.max(t-1,3)),zf)}var zf=3.2,Wa=()=>La;function ja({
sample:t,gains:e,shift:n,moments:o,classes:s,ends:r},i){let a=t.sides.map((c,l)=>e.step===null?Uf(c,l===0,e,n,o[l],s[l]):Ga(c,l===0?e.positiveTotal:e.negativeTotal,
o[l],e.step+n));return Ba(qa(a),{ends:r,moments:o},i)}function Ba({value:t,relative:e},{ends:n,moments:o},s){let r=n.map(([i,a],c)=>{let l=s.map(u=>u[c][1]-u[c][0]-
(a-i));return qf*Math.max(...l.map(Math.abs))/(o[c].size+1)});return{value:Math.hypot(t,...r),relative:e}}var qf=3;function za({sample:t,moments:e,ends:n},o,s,r){
let i=t.sides.map((a,c)=>Ga(a,o[c],e[c],s));return Ba(qa(i),{ends:n,moments:e},r)}function qa(t){let e=t.reduce((o,s)=>o+s.variance,0),n=t.reduce((o,s)=>o+s.unsure**
2,0);return{value:Math.hypot(...t.map(({value:o})=>o)),relative:e>0?Math.sqrt(n)/e/2:0}}function Ga(t,e,{mean:n,size:o},s){let r=e*tr(t,s),i=Math.max(n*(e-n),0)/
o;return{value:r,variance:i,unsure:r*(Math.abs(e-2*n)+r)/o}}function tr(t,e){let n=0,[o,s]=[0,0];for(let i=0;i<t.length;i++){let a=t.s[i]*Da(t.n[i]),c=t.x[i]+a-
e;c>=2*a?o+=t.n[i]:c<=0?s+=t.n[i]:n+=t.q[i]*(c/(2*a))*(1-c/(2*a))}let r=Math.min(o,s)===0&&t.s.some(i=>i>0)?Gf/t.size:0;return Math.hypot(Pa*Math.sqrt(n)/t.weight,
r)}var Gf=1.2;function Uf(t,e,n,o,{within:s},{gain:r,half:i}){let a=0,c=0;for(let l=0;l<t.length;l++){let u=t.s[l];if(u===0)continue;let h=t.x[l]-o,f=Da(t.n[l]);
if(h+f*u<=n.low||h-f*u>=n.high)continue;let p=v=>e?n.positive(v):n.negative(v),m=Vf.reduce((v,[_,y])=>v+y*p(h+qe*u*_),0)-r[l],g=Math.max(Math.abs(Ia(p,h,u,f)-r[l]),
Math.abs(Ia(p,h,-u,f)-r[l]));a+=t.w[l]**2*(g**2+m**2),c+=(t.q[l]*(Fa*i[l]*i[l]+Ua(p,h,u,i[l])))**2}return{value:Hf*Math.sqrt(a)/t.weight,variance:s,unsure:Math.
sqrt(c)/t.weight**2}}function Ua(t,e,n,o){let s=(t(e+er*n)-t(e-er*n))/(2*er);return Math.abs(s*s-o*o)}var er=2,Hf=1.5;function Ia(t,e,n,o){let s=1/(1+o*o);return s*
t(e+o*n)+(1-s)*t(e-n/o)}var Vf=[[-.8611363115940526,.17392742256872692],[-.33998104358485626,.3260725774312731],[.33998104358485626,.3260725774312731],[.8611363115940526,
.17392742256872692]];function Ha(t,e,n){let o=[e,n].map(a=>a.uncertainty());if(Kf(t.sample,e,n))return La;let s=e.gains.step!==null,r=0,i=0;return t.sample.sides.
forEach((a,c)=>{r+=t.moments[c].within;let l=c===0?e.gains.positiveTotal:e.gains.negativeTotal,u=s?Zf(a,t.classes[c],l):Yf(a,c===0,t.classes[c],[e,n]);i+=(u/a.weight**
2)**2}),{value:Math.hypot(o[0].value,o[1].value),relative:r>0?Math.sqrt(i)/r/2:0}}function Kf({sides:t},e,n){return e.shift!==n.shift?!1:t.every(({x:o,s,y:r,t:i,
r:a})=>o.every((c,l)=>c===r[l]&&s[l]===i[l]&&(s[l]===0||a[l]===1)))}function Zf(t,{gain:e,variance:n},o){let s=0;for(let r=0;r<t.length;r++){let i=Math.min((e[r]*
e[r]+n[r])/(o*o),1);s+=t.q[r]*t.q[r]/Math.max(t.n[r],1)*i*(1-i)}return Lf*o*o*Math.sqrt(s)}function Yf(t,e,{variance:n},[o,s]){let r=({gains:l,shift:u})=>h=>e?l.
positive(h-u):l.negative(h-u),[i,a]=[o,s].map(r),c=0;for(let l=0;l<t.length;l++){let u=Ca(i,t.x[l],t.s[l])+Ca(a,t.y[l],t.t[l]);c+=(t.q[l]*(Fa*n[l]+u))**2}return Pa*
Math.sqrt(c)}function Ca(t,e,n){return n===0?0:Ua(t,e,n,(t(e+n)-t(e-n))/2)}function Va(t,e,n){let{value:o,relative:s}=t.uncertainty(),r=t.gains.step!==null;return{
value:Jf*Math.hypot(o,e,Xf*n),relative:s+(r||t.sample.isExact?Qf:ep)}}var Jf=2,Xf=.3,[Qf,ep]=[.7,.3];function Ka(t){let e=Math.max(...t.map(({sample:n})=>nr(n)));
return e===0?jf:e+Math.hypot(...t.map(Na))}function nr({isExact:t,clusters:e,sides:n}){if(t)return 0;let o=Math.min(...n.map(({size:s})=>s));return Bf/o+(e?Wf:Df)}
function To(...t){let e=t.map(n=>n.uncertainty());return{value:Math.hypot(...e.map(({value:n})=>n)),relative:Math.max(...e.map(({relative:n})=>n))}}function Za({
value:t,low:e,high:n},o){let s=Math.max(n-t,t-e),r=o.value+o.relative*s;return{value:t,low:e,high:n,error:r,coarse:r>s}}function Gt(t,e,n,o,s=t.nodes){let r=new Float64Array(t.length),i=new Float64Array(t.length);if(n.step!==null)return tp(t,e,n,n.step+o,s,r,i);let[a,c]=s;for(let l=0;l<
r.length;l++){let u=e?n.positive(a[l]-o):n.negative(a[l]-o),h=e?n.positive(c[l]-o):n.negative(c[l]-o);r[l]=(u+h)/2,i[l]=(u-h)/2}return{gain:r,half:i}}function tp(t,e,n,o,[
s,r],i,a){let c=e?n.positiveTotal:n.negativeTotal;for(let l=0;l<i.length;l++){let u=qt((s[l]+r[l])/2,(s[l]-r[l])/2,o);i[l]=c*(e?u:1-u),a[l]=(e?c:-c)*Math.sqrt(u*
(1-u))}return{gain:i,half:a}}function or(t,e,n,o){if(n.step!==null)return 0;let[s,r]=t.nodes,i=0;for(let a=0;a<s.length;a++){let c=s[a]-o,l=r[a]-o;if(c<=n.low||
l>=n.high)continue;let u=e?n.weight(c)+n.weight(l):Math.exp(c)*n.weight(c)+Math.exp(l)*n.weight(l);i+=t.w[a]*u}return i/2/t.weight}var ke=class t{constructor(e,n,o,s){
this.sample=e,this.ends=o,this.derivative=s,this.moments=n.map((r,i)=>Eo(e.sides[i],r)),this.classes=n,this.moving=null,this.added=0,this.uncertainty=Wa}unsureBy(e){
let n=null;return this.uncertainty=()=>n??=e(),this}get value(){return this.moments[0].mean+this.moments[1].mean+this.added}movedBy(e){return Object.assign(this.
withDerivative(this.derivative),{clusterParts:this.clusterParts,added:e})}get reach(){return this.ends.map(([e,n])=>n-e)}get known(){return this.moving===null&&
this.derivative===0?this:(this.keptKnown??=this.moving===null?this.withDerivative(0):this.moving.known(),this.keptKnown)}valueAt(e){return this.moving===null?this.
value+this.derivative*e:this.moving.valueAt(e)}at(e){return this.moving===null?this:this.moving.at(e)}withDerivative(e){return Object.assign(Object.create(t.prototype),
this,{derivative:e,moving:null,keptKnown:void 0,clusterParts:void 0,knownAlong:void 0,knownMeans:void 0})}spreads(){return this.moments.map((e,n)=>{let o=(n===0?
1:-1)*this.derivative+e.tilt*e.size;return{size:e.size,within:Math.max(e.within-e.tilt**2*e.size,0),between:o**2/e.size}})}contribution(e){let n=this.sample.sides[e],
o=this.moments[e].mean+(e===0?-1:1)*this.derivative;return s=>(this.classes[e].gain[s]-o)/n.weight}};function Eo(t,{gain:e,half:n,variance:o}){let s=0;for(let c=0;c<
t.length;c++)s+=t.w[c]*e[c];let r=s/t.weight,i=0,a=0;for(let c=0;c<t.length;c++){let l=e[c]-r;i+=t.q[c]*(l*l+(o?o[c]:n[c]*n[c])),a+=t.q[c]*l}return{mean:r,within:i/
t.weight**2,tilt:a/t.weight**2,size:t.size}}var yt=1e9;function mn(t,{pseudo:e=!1,noise:n=0}){let o=0,s,r=t.some(i=>i.sample.clusters);if(e&&!r){let i=t.map(np);i.forEach((a,c)=>o+=(c===0?1:-1)*a.shift),s=
Ut(i.map(a=>a.spread))}else s=Ut(t.map(op)),r&&(s=sp(t,s));return{shift:o,spread:n>0?Ut([s,[n,1/0]]):s}}function Ut(t){let e=0;for(let o of t)e+=o[0];if(!(e>0))
return[0,1/0];let n=0;for(let[o,s]of t)n+=(o/e)**2/s;return[e,n>0?1/n:1/0]}function np(t){let e=0,n=[];return t.spreads().forEach((o,s)=>{let{mean:r,size:i}=t.moments[s],
[a,c]=t.ends[s],l=(i*r+(a+c)/2)/(i+1),u=i*i*o.within+i*(r-l)**2+((l-a)**2+(c-l)**2)/2;e+=l-r,n.push([u/(i*(i+1)),i],[o.between,i])}),{shift:e,spread:Ut(n)}}function op(t){
let e=[];return t.spreads().forEach((n,o)=>{let s=n.size,r=$a(t,o,n.within*s*s);r>0?e.push([(n.within*s*s+r**2/2)/(s*(s+.5)),s-.5],[n.between,s-.5]):e.push([n.within*
s/(s-1),s-1],[n.between,s-1])}),Ut(e)}function Ya(t){if(t.some(n=>n.sample.clusters))return kt(t).variance;let e=0;for(let n of t)for(let{size:o,within:s,between:r}of n.
spreads())e+=s*o/(o-1)+r;return e}function sp(t,e){let{variance:n,degrees:o}=kt(t);return[Math.max(n,e[0]),Math.min(o,e[1])]}function kt(t){let{excess:e,degrees:n,
factor:o}=t[0].sample.clusters.between(t),s=0;for(let i of t)for(let a of i.spreads())s+=a.within+a.between;let r=Math.max(s+e,0);return{degrees:n,squares:r,variance:o*
r}}var Ja=25;function Xa(t,{pseudo:e,noise:n},o,s){let[r,i]=[0,0];return t.forEach((a,c)=>{let l={pseudo:e,noise:c===0?n:0},u=a.moving===null?rp:ip,[h,f]=u(a,l,o,s);
r+=(c===0?h:f)**2,i+=(c===0?f:h)**2}),{below:Math.sqrt(r),above:Math.sqrt(i)}}function rp(t,e,n,o){let{shift:s,spread:r}=mn([t],e),i=o(Math.min(r[1],yt),n)*Math.
sqrt(r[0]);return[i-s,i+s]}function ip(t,e,n,o){let{value:s,known:r}=t,{error:i,degrees:a,along:c,left:l}=ec(r),u=o(a,n)*i,h=t.moving.jumps,f=h?null:mn([r],e),p=({
spread:_})=>o(Math.min(_[1],yt),n)*Math.sqrt(l*_[0]),m=h?0:p(f),[g,v]=[1/0,-1/0];for(let _=0;_<Ja;_++){let y=Math.PI*(_/(Ja-1)-.5),x=u*Math.sin(y),I=h?t.at(x):null,
j=h?mn([I],e):f,H=(h?I.value:t.valueAt(x))-s+j.shift+c*x,le=Math.cos(y)*(h?p(j):m);g=Math.min(g,H-le),v=Math.max(v,H+le)}return[-g,v]}function Qa(t){return t.moving===
null||!t.sample.clusters?0:ec(t.known).left<ap?1:0}var ap=.5;function ec(t){let{sample:e}=t,n=sr(e);if(!e.clusters)return{error:n,degrees:yt,along:0,left:1};let{
degrees:o}=e.clusters.about([e.slice]),s=kt([t]),r=kt([tc(e)]).squares;if(!(s.squares>0&&r>0))return{error:n,degrees:o,along:0,left:1};let i=Math.sqrt(s.squares/
r),a=kt([t.withDerivative(t.derivative+i)]).squares,c=k((a/s.squares-2)/2,-1,1);return{error:n,degrees:o,along:c*Math.sqrt(s.variance)/n,left:1-c**2}}function sr(t){
let e=t.sides.reduce((o,s)=>o+1/s.size,0);if(!t.clusters)return Math.sqrt(e);let{squares:n}=kt([tc(t)]);return Math.sqrt(t.clusters.about([t.slice]).prevalenceFactor*
n)}function tc(t){return t.knownLogOdds??=new ke(t,t.sides.map(lp),cp,1),t.knownLogOdds}var cp=[[0,0],[0,0]],lp=({length:t})=>({gain:new Float64Array(t),half:new Float64Array(
t)});var rr=[.9999999999998099,676.5203681218851,-1259.1392167224028,771.3234287776531,-176.6150291621406,12.507343278686905,-.13857109526572012,9984369578019572e-21,
15056327351493116e-23];function ar(t){let e=t+6.5,n=rr[0];for(let o=1;o<rr.length;o++)n+=rr[o]/(t+o-1);return .5*Math.log(2*Math.PI)+(t-.5)*Math.log(e)-e+Math.log(
n)}function up(t,e){return e!==.5||t<30?ar(t+e)-ar(t):.5*Math.log(t)-1/(8*t)+1/(192*t**3)-1/(640*t**5)+17/(14336*t**7)}function nc(t,e,n){let s=1,r=1-(t+e)*n/(t+
1);r=1/(Math.abs(r)<1e-300?1e-300:r);let i=r;for(let a=1;a<=1e4;a++){for(let c of[a*(e-a)*n/((t+2*a-1)*(t+2*a)),-(t+a)*(t+e+a)*n/((t+2*a)*(t+2*a+1))])r=1+c*r,r=
1/(Math.abs(r)<1e-300?1e-300:r),s=1+c/s,s=Math.abs(s)<1e-300?1e-300:s,i*=s*r;if(Math.abs(s*r-1)<1e-15)break}return i}function hp(t,e,n,o){if(n<=0)return 0;if(o<=
0)return 1;let s=Math.exp(up(t,e)-ar(e)+t*Math.log1p(-o)+e*Math.log(o));return n<(t+1)/(t+e+2)?s*nc(t,e,n)/t:1-s*nc(e,t,o)/e}var fp=1e5;function So(t){let e=t*t/
2;if(e<1.5){let o=t/Math.sqrt(2*Math.PI),s=o;for(let r=1;Math.abs(o)>1e-18*Math.abs(s);r++)o*=-e/r,s+=o/(2*r+1);return .5-s}let n=0;for(let o=400;o>=1;o--)n=o/(t+
n);return Math.exp(-e)/Math.sqrt(2*Math.PI)/(t+n)}function cr(t,e){if(e>fp)return So(t*(1-1/(4*e))/Math.sqrt(1+t*t/(2*e)));let n=t*t/(e+t*t);return .5*hp(e/2,.5,
1-n,n)}function qn(t,e){let n=cr(Math.abs(t),e);return t>0?1-n:n}function It(t,e){let n=(1-e)/2;return t<sc?lr(t,n):(ir.has(n)||ir.set(n,pp(n)),mp(ir.get(n),1/t))}
function oc(t,e){return lr(t,(1-e)/2)}function lr(t,e){let n=2;for(;cr(n,t)>e;)n*=2;let o=Math.log(e);return un(s=>o-Math.log(cr(s,t)),n===2?0:n/2,n,1e-14*n)}var sc=4,
Ao=24,ir=new Map;function pp(t){let e=Array.from({length:Ao},(n,o)=>(1-Math.cos(Math.PI*(o+.5)/Ao))/(2*sc));return{nodes:e,values:e.map(n=>lr(1/n,t))}}function mp({
nodes:t,values:e},n){let o=0,s=0;for(let r=0;r<Ao;r++){let i=n-t[r];if(i===0)return e[r];let a=(r%2?-1:1)*Math.sin(Math.PI*(r+.5)/Ao)/i;o+=a*e[r],s+=a}return o/
s}function se(t,e,{pseudo:n=!1,noise:o=0,bounds:s=[-1/0,1/0],level:r}){let i=({low:f,high:p})=>({low:Math.max(f,s[0]),high:Math.min(p,s[1])}),a=e.some(({moving:f})=>f!==
null)?gp(t,e,{pseudo:n,noise:o}):dp(t,e,{pseudo:n,noise:o}),c=i(a.ends(r,It)),l=To(...e),u={value:l.value,relative:l.relative+Ka(e)+Math.max(...e.map(Qa))},h=f=>Za(
{value:t,...f},u);return{...h(c),seen:()=>Ya(e),at:f=>h(i(a.ends(f,oc))),confidence:(f=0)=>a.confidence(f,c,r)}}function dp(t,e,n){let{shift:o,spread:s}=mn(e,n),
r=t+o,i=Math.min(s[1],yt);return{ends:(a,c)=>{let l=c(i,a)*Math.sqrt(s[0]);return{low:r-l,high:r+l}},confidence:a=>rc(r-a,s)}}function gp(t,e,n){return{ends:(o,s)=>{
let{below:r,above:i}=Xa(e,n,o,s);return{low:t-r,high:t+i}},confidence:(o,{low:s,high:r},i)=>{let a=t-o,c=a>0?t-s:r-t;return c<=0?a===0?.5:+(a>0):qn(a/c*It(yt,i),
yt)}}}function ur(t){let e={value:t,low:t,high:t,error:0,coarse:!1};return{...e,seen:()=>0,at:()=>e,confidence:(n=0)=>rc(t-n,[0])}}function rc(t,[e,n]){return e===
0?t===0?.5:+(t>0):qn(t/Math.sqrt(e),Math.min(n,yt))}function at(t){let{prevalence:e,cost:n,units:o,weight:s}=t;if(s&&!D(o).weighted)return kp(s);let r=`${e}|${n}|${o}`;if(!Gn.has(r)){Gn.size>100&&Gn.clear();let i=gr(
t);Gn.set(r,i.step===null?_p(i):i)}return Gn.get(r)}var Gn=new Map;function gr({prevalence:t,cost:e,units:n}){let o=t.map(E),s=Bt(n,e),{weighted:r,prices:i}=D(n),
a=o[1]-o[0]<pr,c=s[1]-s[0]<pr;if(a&&c)return vp((s[0]+s[1])/2,(o[0]+o[1])/2,i);if(a||c){let l=s[0]-o[1],u=s[1]-o[0];return r?ic(l,u,0):c?ic(l,u,s[0]):wp(l,u,t[0])}
return bp(o,s,r)}var pr=1e-10;function vp(t,e,n){let o=t-e,[s,r]=n(e,t);return{step:o,positiveTotal:s,negativeTotal:r,low:o,high:o}}function ic(t,e,n){let o=e-t,
s=Math.exp(n)/o,r=jt(n-t),i=jt(e-n);return{step:null,corners:[t,e],positive:a=>(r-jt(n-k(a,t,e)))/o,negative:a=>(i-jt(k(a,t,e)-n))*s,weight:a=>S(n-a)/o}}function wp(t,e,n){
let o=n/(e-t),s=Math.exp(e);return{step:null,corners:[t,e],positive:r=>o*(k(r,t,e)-t),negative:r=>o*(s-Math.exp(k(r,t,e))),weight:()=>o}}function bp(t,e,n){let o=(t[1]-
t[0])*(e[1]-e[0]),s=[e[0]-t[1],e[0]-t[0],e[1]-t[1],e[1]-t[0]].sort((i,a)=>i-a),r=i=>{let a=Math.max(t[0],e[0]-i),c=Math.min(t[1],e[1]-i);return c<=a?0:(n?S(-i)*
(c-a):jt(c)-jt(a))/o};return{step:null,corners:s.filter((i,a)=>a===0||i-s[a-1]>pr),weight:r}}var Me=512,hr=ji(5);function _p({corners:t,positive:e,negative:n,weight:o}){
let s=t.length-1,r=e?null:xp(t,o),i=new mr(t,s);for(let a=0;a<s;a++){let c=(t[a+1]-t[a])/Me;for(let l=0;l<=Me;l++){let u=t[a]+l*c,h=o(k(u,t[a]+1e-13,t[a+1]-1e-13)),
f=a*(Me+1)+l;i.set(f,e?e(u):r.positive[f],n?n(u):r.negative[f],h*c,Math.exp(u))}}return i}function xp(t,e){let n=t.length-1,o=new Float64Array(n*(Me+1)),s=new Float64Array(
n*(Me+1)),r=[0,0];for(let a=0;a<n;a++){let c=(t[a+1]-t[a])/Me;for(let l=0;l<=Me;l++){let u=a*(Me+1)+l;[o[u],s[u]]=r,l<Me&&(r=r.map((h,f)=>h+yp(e,t[a]+l*c,c,f)))}}
let i=r[1];return{positive:o,negative:s.map(a=>i-a)}}function yp(t,e,n,o){let s=0;for(let r=0;r<hr.nodes.length;r++){let i=e+(hr.nodes[r]+1)/2*n;s+=hr.weights[r]*
t(i)*(o===0?1:Math.exp(i))}return s*n/2}var mr=class{constructor(e,n){let o=n*(Me+1);this.step=null,this.corners=e,this.low=e[0],this.high=e[n];for(let s of["va\
lues","slopes","otherValues","otherSlopes"])this[s]=new Float64Array(o);this.perUnit=e.slice(1).map((s,r)=>Me/(s-e[r]))}set(e,n,o,s,r){this.values[e]=n,this.slopes[e]=
s,this.otherValues[e]=o,this.otherSlopes[e]=-s*r}get positiveTotal(){return this.values[this.values.length-1]}get negativeTotal(){return this.otherValues[0]}positive(e){
return this.#e(this.values,this.slopes,e)}negative(e){return this.#e(this.otherValues,this.otherSlopes,e)}#e(e,n,o){if(o<=this.low)return e[0];if(o>=this.high)return e[e.
length-1];let s=this.#t(o),r=(o-this.corners[s])*this.perUnit[s],i=Math.min(r|0,Me-1),a=r-i,c=s*(Me+1)+i,l=e[c+1]-e[c],u=n[c],h=n[c+1];return e[c]+a*(u+a*(3*l-2*
u-h+a*(u+h-2*l)))}#t(e){let n=this.perUnit.length-1;for(;n>0&&e<this.corners[n];)n--;return n}weight(e){if(e<=this.low||e>=this.high)return 0;let n=this.#t(e),o=(e-
this.corners[n])*this.perUnit[n],s=Math.min(o|0,Me-1),r=n*(Me+1)+s,i=o-s;return(this.slopes[r]+i*(this.slopes[r+1]-this.slopes[r]))*this.perUnit[n]}},fr=new WeakMap;
function kp(t){return fr.has(t)||fr.set(t,new dr(t)),fr.get(t)}var dr=class{constructor({start:e,step:n,positive:o,negative:s}){let r=o.length-1;Object.assign(this,
{start:e,width:n,cases:o,others:s}),this.step=null,this.low=e,this.high=e+r*n,this.positiveTotal=o[r],this.negativeTotal=s[0]}positive(e){return this.#e(this.cases,
e)}negative(e){return this.#e(this.others,e)}weight(e){if(e<=this.low||e>=this.high)return 0;let n=Math.floor((e-this.start)/this.width);return(this.cases[n+1]-
this.cases[n])/this.width}#e(e,n){let o=e.length-1,s=k((n-this.start)/this.width,0,o),r=Math.min(Math.floor(s),o-1);return e[r]+(s-r)*(e[r+1]-e[r])}};function ue(t,e,n){
return t.step===null?n?t.positive(e):t.negative(e):e>=t.step-1e-9===n?n?t.positiveTotal:t.negativeTotal:0}function ct(t,e){let n=t.prevalence===null;return{prevalence:n?[e.prevalence,e.prevalence]:t.prevalence,cost:t.cost,units:t.units,weight:t.weight??null,own:n}}function Ht(t,e,n){
let o=pn(t,e),s=Ks(t,e)!==null,r=ac(e,n,o),i=n.own?kr(r,n):0,a=n.own===s,c=a?Ep(r,s):0;r.derivative=i+c;let l=a&&Op(r);return!l&&!xr(n)||(r.moving={jumps:l,valueAt:u=>cc(
r,n,c,u),at:u=>ac(e,$o(n,u),s?o:o+u),known:()=>r.withDerivative(0)}),r}function ac(t,e,n){let o=at(e),s=[0,1].map(i=>Gt(t.sides[i],i===0,o,n)),r=new ke(t,s,yr(o,
n,t.scoreRange),0);return Object.assign(r,{shift:n,gains:o,perfect:o.positiveTotal+o.negativeTotal}),r.unsureBy(()=>ja(r,lc(t,o,n)))}function $o(t,e){if(!t.own)
return t;let n=S(E(t.prevalence[0])+e);return{...t,prevalence:[n,n]}}function xr({own:t,units:e}){return t&&!D(e).weighted}function cc({moments:t},e,n,o){let[s]=e.
prevalence,[r]=$o(e,o).prevalence;return t[0].mean*r/s+t[1].mean*(1-r)/(1-s)+n*o}var Mp=1/4;function yr(t,e,[n,o]){let s=Number.isFinite(o-n)?Mp*(o-n):0,[r,i]=[
n-s-e,o+s-e];return[[ue(t,r,!0),ue(t,i,!0)],[ue(t,i,!1),ue(t,r,!1)]]}function lc({narrowestRange:t,widestRange:e,certainRange:n},o,s){return[t,e,n].map(r=>yr(o,
s,r))}var vr={patients:3,share:.01,within:2.5};function Op({sample:t,gains:e,shift:n}){if(e.step===null)return!1;let{sides:o}=t,s=vr.within*Math.sqrt(1/o[0].size+
1/o[1].size),r=o[0].weight+o[1].weight,i=new Map;for(let{x:a,s:c,w:l,q:u,length:h}of o)for(let f=0;f<h;f++){if(c[f]>0||Math.abs(a[f]-e.step-n)>s)continue;let[p,
m]=i.get(a[f])??[0,0];i.set(a[f],[p+l[f]**2/u[f],m+l[f]])}return[...i.values()].some(([a,c])=>a>=vr.patients&&c>=vr.share*r)}function uc(t,e,n){let o=Tp(t,e,n);
if(!e.own)return o;let[s,r,i]=[wr,-wr,0].map(a=>hc($o(e,a)));return o.derivative=o.moments.reduce((a,{mean:c},l)=>a+(s[l]-r[l])/(2*wr)*(c/i[l]),0),No(o,e)}function No(t,e){
if(!xr(e))return t;let n=o=>cc(t,e,0,o);return t.moving={jumps:!1,valueAt:n,at:o=>t.known.movedBy(n(o)-t.value),known:()=>t.withDerivative(0)},t}function Tp(t,e,n){
let[o,s]=hc(e),r={step:E(n),positiveTotal:o,negativeTotal:s},i=[0,1].map(c=>Gt(t.sides[c],c===0,r,0)),a=new ke(t,i,yr(r,0,t.scoreRange),0);return a.perfect=o+s,
a.unsureBy(()=>za(a,[o,s],E(n),lc(t,r,0)))}function hc(t){let{positiveTotal:e,negativeTotal:n}=at(t);return[e,n]}var wr=1e-4;function Ep({sample:{sides:t},gains:e,
shift:n},o){let s=Math.max(Math.sqrt(1/t[0].size+1/t[1].size),Sp),r;return e.step!==null?r=Np(t,e,e.step+n,s):e.high-e.low<2*s?r=$p(t,e,n,s):r=or(t[0],!0,e,n)-or(
t[1],!1,e,n),o?r:-r}function kr(t,e){let n=E(e.prevalence[0]);return Mr(e)?D(e.units).priceSlopes(n,Bt(e.units,e.cost)[0]).reduce((s,r,i)=>s+r*t.moments[i].mean,
0):Ap(t,e,n)}function Mr({units:t,cost:e}){let[n,o]=Bt(t,e);return!D(t).costMovesSlopes||o-n<1e-10}function Ap(t,e,n){let s=[1e-4,-1e-4].map(r=>{let i=S(n+r),a=at(
{...e,prevalence:[i,i]}),c=t.shift+r,l=0;return t.sample.sides.forEach((u,h)=>{let{gain:f}=Gt(u,h===0,a,c),p=0;for(let m=0;m<u.length;m++)p+=u.w[m]*f[m];l+=p/u.
weight}),l});return(s[0]-s[1])/(2*1e-4)}var Sp=.02;function $p(t,e,n,o){let s=r=>t.reduce((i,a,c)=>{let{gain:l}=Gt(a,c===0,e,n+r),u=0;for(let h=0;h<a.length;h++)
u+=a.w[h]*l[h];return i+u/a.weight},0);return(s(-o)-s(o))/(2*o)}function Np(t,e,n,o){let{positiveTotal:s,negativeTotal:r}=e,i=t.map(u=>{let h=Math.sqrt(3)*.9*u.
scale*u.patients**-.2;return h>0&&Number.isFinite(h)?(u.reached(n-h)-u.reached(n+h))/(2*h):0}),a=s*i[0]-r*i[1],c=u=>s*t[0].reached(n+u)+r*(1-t[1].reached(n+u)),
l=(c(-o)-c(o))/(2*o);return Math.abs(l)>Math.abs(a)?l:a}function Ro(t,e){let n=at(e);return Object.fromEntries(Object.entries(Rp).map(([o,s])=>{let r=[!0,!1].map(
a=>ue(n,s,a)),i=e.own?Ip(t,r,s,e):null;return[o,{value:r[0]+r[1],profile:i}]}))}var Rp={[Se]:1/0,[Ce]:-1/0,[$]:0};function Ip(t,e,n,o){let s=br(t,e);if(s.derivative=
Pp(n,o),!xr(o))return s;let r=i=>{let a=gr($o(o,i));return[!0,!1].map(c=>ue(a,n,c))};return s.moving={jumps:!1,valueAt:i=>r(i).reduce((a,c)=>a+c),at:i=>br(t,r(i)),
known:()=>s.withDerivative(0)},s}function br(t,e){let n=e.map((o,s)=>{let{length:r}=t.sides[s];return{gain:new Float64Array(r).fill(o),half:new Float64Array(r)}});
return new ke(t,n,Cp(e),0)}var Cp=t=>t.map(e=>[e,e]);function Pp(t,e){let n=E(e.prevalence[0]),o=s=>{let r=S(n+s),i=at({...e,prevalence:[r,r]});return ue(i,t-s,
!0)+ue(i,t-s,!1)};return(o(1e-4)-o(-1e-4))/2e-4}var Io={value:0,profile:null};function Vt(t,e,n,{level:o,bounds:s,noise:r=0,pseudo:i=!0}){let a=n-t.value;if(t.profile===
null){let c=s?.map(l=>l-t.value);return se(a,[e],{pseudo:i,level:o,noise:r,bounds:c})}return se(a,[Xe(e,Co(e,t.profile))],{pseudo:i,level:o,noise:r})}function Co({
sample:t},e){let n=br(t,e.classes.map(({gain:o})=>o[0]));return n.derivative=e.derivative,e.moving===null||(n.moving={...e.moving,at:o=>Co(n,e.at(o)),known:()=>n.
withDerivative(0)}),n}function Xe(t,e){let n=t.classes.map((r,i)=>{let a=e.classes[i];return{gain:_r(r.gain,a.gain),half:_r(r.half,a.half)}}),o=t.ends.map(([r,i],a)=>{
let{mean:c}=e.moments[a];return e.reach[a]===0?[r-c,i-c]:[0,Math.max(i-r,e.reach[a])]}),s=new ke(t.sample,n,o,t.derivative-e.derivative);return s.unsureBy(()=>To(
t,e)),fc(s,t,e,Xe)}function fc(t,e,n,o){return t.clusterParts=[e,n],t.added+=e.value-n.value-t.value,e.moving===null&&n.moving===null||(t.moving={jumps:!!(e.moving?.
jumps||n.moving?.jumps),valueAt:s=>e.valueAt(s)-n.valueAt(s),at:s=>o(e.at(s),n.at(s)),known:()=>o(e.known,n.known)}),t}function _r(t,e){let n=new Float64Array(t.
length);for(let o=0;o<n.length;o++)n[o]=t[o]-e[o];return n}function Or(t,e,n){let o=[],s=[0,1].map(a=>{let c=t.sides[a],l=Gt(c,a===0,e.gains,e.shift,c.nodes),u=Gt(
c,a===0,n.gains,n.shift,c.otherNodes);o.push([Eo(c,l).within,Eo(c,u).within]);let h=new Float64Array(c.length);for(let f=0;f<h.length;f++)h[f]=l.half[f]**2+u.half[f]**
2-2*c.r[f]*l.half[f]*u.half[f];return{gain:_r(l.gain,u.gain),variance:h}}),r=e.reach.map((a,c)=>[0,Math.max(a,n.reach[c])]),i=new ke(t,s,r,e.derivative-n.derivative);
return i.moments.forEach((a,c)=>Fp(a,o[c],[e,n],c)),i.unsureBy(()=>Ha(i,e,n)),fc(i,e,n,(a,c)=>Or(t,a,c))}function Fp(t,e,n,o){let s=n.map((a,c)=>e[c]>0?a.moments[o].
within/e[c]:1),r=Math.sqrt(s[0]*s[1]),i=s.reduce((a,c,l)=>a+e[l]*(c-r),0);t.within=Math.max(r*t.within+i,0)}function Po(t,e,n,o=Io){let{optimism:s}=t.sample,{gains:r}=t,i=Lp(t,e),a=Dp(t,e,i.derivative),c=t.sample.clusters?i:a,{mean:l,variance:u}=s.at(r);for(let v of[i,
a])v.unsureBy(()=>Va(t,a.value-i.value,l));let h=[0,r.positiveTotal+r.negativeTotal],f=Xe(i,t),p=a.value,m=t.value,g=o.profile===null;return{total:Vt(o,t,m,{level:n,
bounds:h}),sharpness:Vt(o,c,p,{level:n,bounds:h,pseudo:g,noise:l**2+u}),calibration:se(p-m,[f],{level:n,bounds:[0,1/0],noise:l**2+u}),sharpnessCorrected:Vt(o,c,
p-l,{level:n,bounds:h.map(v=>v-l),pseudo:g,noise:u*Tr}),calibrationCorrected:se(p-l-m,[f],{level:n,noise:u*Tr}),perfect:h[1]-o.value,uninformative:ue(r,0,!0)+ue(
r,0,!1)-o.value,parts:{sharp:i,seen:c,optimism:l,noise:[l**2+u,u*Tr]}}}var pc=b.constants.recalibrations_simulated,Tr=pc/(pc-1);function Lp(t,e){let{sample:n,gains:o}=t,
s=n.sides.map((i,a)=>{let c=n.blocks.evidence.map(p=>ue(o,p,a===0)),[l,u]=n.blockPlaces[a],h=new Float64Array(i.length),f=new Float64Array(i.length);for(let p=0;p<
i.length;p++)h[p]=(c[l[p]]+c[u[p]])/2,f[p]=(c[l[p]]-c[u[p]])/2;return{gain:h,half:f}}),r=new ke(n,s,mc(o),0);return e.own&&(r.derivative=Wp(n,o,e)),r.gains=o,No(
r,e)}function mc({positiveTotal:t,negativeTotal:e}){return[[0,t],[0,e]]}function Dp({sample:{blocks:t},gains:e},n,o){let s=t.sides.map((a,c)=>{let l=t.evidence.
map(u=>ue(e,u,c===0));return{gain:l,half:new Float64Array(l.length)}}),r={sides:t.sides,clusters:null},i=new ke(r,s,mc(e),o);return i.gains=e,No(i,n)}function Wp(t,e,n){
let{blocks:o}=t,r={moments:o.sides.map((i,a)=>{let c=0;for(let l=0;l<i.length;l++)c+=i.w[l]*ue(e,o.evidence[l],a===0);return c/i.weight}).map(i=>({mean:i}))};return Mr(
n)?kr(r,n):jp(t,n)}function jp(t,e){let n=E(e.prevalence[0]),{blocks:o}=t,s=r=>{let i=S(n+r),a=at({...e,prevalence:[i,i]});return o.sides.reduce((c,l,u)=>{let h=0;
for(let f=0;f<l.length;f++)h+=l.w[f]*ue(a,o.evidence[f]-r,u===0);return c+h/l.weight},0)};return(s(1e-4)-s(-1e-4))/2e-4}function dc(t,e,n,o){let s=e.map(p=>Bp(t,p,ct({...n,prevalence:null},p))),[r,i]=e.map(p=>p.prevalence),a=n.prevalence===null&&r!==i,c=a?{...n,prevalence:[Math.min(
r,i),Math.max(r,i)]}:n,l=e.map(p=>ct(c,p)),u=e.map((p,m)=>Ht(t,p,l[m])),h=u.map((p,m)=>Po(p,l[m],o)),f=a?bc(t,e,n):null;return zp(s,u,h,f,o)}function gc(t,e,n,o){
let[s,r]=e.map(h=>h.prevalence),i=n.prevalence===null&&s!==r,a=i?{...n,prevalence:[Math.min(s,r),Math.max(s,r)]}:n,c=e.map(h=>Ht(t,h,ct(a,h))),l=i?bc(t,e,n):null,
u=l?vc(c,l.mechanism):c;return se(c[0].value-c[1].value,u,{pseudo:!l,level:o})}function Bp(t,e,n){let o=Ht(t,e,n),{zero:s}=D(n.units);return s===null?o:Xe(o,Co(
o,Ro(e,n)[s].profile))}function zp(t,e,n,o,s){let r=([y,x])=>y.value-x.value,i=n.map(y=>y.parts.seen),a=n.map(y=>y.parts.sharp),c=y=>n[0].parts.noise[y]+n[1].parts.
noise[y],l=n[0].parts.optimism-n[1].parts.optimism,u=r(t),h=r(e),f=n[0].sharpness.value-n[1].sharpness.value,p=(y,x)=>o?vc(y,x):y,m=[0,1].map(y=>Xe(e[y],a[y])),
g=[0,1].map(y=>Xe(t[y],e[y])),v={total:se(u,t,{pseudo:!0,level:s}),mechanism:se(h,p(e,o?.mechanism),{pseudo:!o,level:s}),labelShift:se(u-h,p(g,qp(o?.mechanism)),
{level:s}),sharpness:se(f,p(i,o?.sharpness),{pseudo:!o,level:s,noise:c(0)}),sharpnessCorrected:se(f-l,p(i,o?.sharpness),{level:s,noise:c(1)})},_=o&&o.mechanism.
map((y,x)=>y-o.sharpness[x]);return v.calibration=se(h-f,p(m,_),{level:s,noise:c(0)}),v.calibrationCorrected=se(h-f+l,p(m,_),{level:s,noise:c(1)}),v}function qp(t){
return t?.map(e=>-e)}function vc(t,e){return t.map((n,o)=>wc(n,o===0?e[o]:-e[o]))}function wc(t,e){let n=t.withDerivative(t.derivative+e);return t.moving===null||
(n.moving={...t.moving,valueAt:o=>t.valueAt(o)+e*o,at:o=>wc(t.at(o),e),known:()=>t.known}),n}function bc(t,e,n){let o=e.map(r=>E(r.prevalence)),s={mechanism:[0,
0],sharpness:[0,0]};return e.forEach((r,i)=>{let a=sr(r),[c,l]=[a,-a].map(u=>Gp(t,e,n,o.map((h,f)=>f===i?h+u:h)));for(let u of["mechanism","sharpness"])s[u][i]=
(c[u]-l[u])/(2*a)}),s}function Gp(t,e,n,o){let s=[Math.min(...o),Math.max(...o)].map(S),r=e.map(i=>{let a=ct({...n,prevalence:s},i),c=at(a);return{mechanism:Ht(
t,i,a).value,sharpness:Up(i,c)}});return{mechanism:r[0].mechanism-r[1].mechanism,sharpness:r[0].sharpness-r[1].sharpness}}function Up({blocks:t},e){return t.sides.
reduce((n,o,s)=>{let r=0;for(let i=0;i<o.length;i++)r+=o.w[i]*ue(e,t.evidence[i],s===0);return n+r/o.weight},0)}function Oe(t,e,n){let o;Object.defineProperty(t,e,{enumerable:!0,get:()=>o??=n()})}var Un=-1,Hn=-2,[Er,_c]=[40,26],Fo=class{#e;#t=0;constructor(e,n,o){this.prevalence=xc(o.prevalence,Er),this.cost=xc(o.cost,_c),this.axes=o,this.names=[...n,...ln],
this.settingAt=e,this.winner=this.cost.map(()=>new Array(Er).fill(null)),this.#e=Kp(_c,Er)}get done(){return this.#t>=this.#e.length}work(e){let n=performance.now()+
e;for(let o=!0;!this.done&&(o||performance.now()<n);o=!1){let[s,r]=this.#e[this.#t++],[i,a]=[this.prevalence[r],this.cost[s]],c=zt(this.settingAt(i,a).judgement());
this.winner[s][r]=Hp(c,this.names,i,a)}return this.done}};function Hp(t,e,n,o){let{kind:s,model:r,settled:i}=t;return s==="use"?e.indexOf(r):s==="none"&&i?Vp(e,
n,o):s==="coarse"?Hn:Un}function Vp(t,e,n){let[o,s]=ln;return t.indexOf(e>=n?o:s)}function xc([t,e],n){let[o,s]=[E(t),E(e)];return Array.from({length:n},(r,i)=>S(
o+(s-o)*(i+.5)/n))}function Kp(t,e){let n=[];for(let o of[4,2,1])for(let s=0;s<t;s+=o)for(let r=0;r<e;r+=o)o<4&&s%(2*o)===0&&r%(2*o)===0||n.push([s,r]);return n}var kc=Object.keys(b.rates),Mc=Object.keys(b.counts),Zp=5,Yp=1.5,Jp={value:.5,low:0,high:1,error:1,coarse:!0},Xp=1e-12,Qp=[[1,0],[0,1]],Lo=class{constructor(e,n,{
prevalence:o,observed:s,level:r}){Object.assign(this,{sample:e,cut:n,observed:s,level:r,clusters:e.clusters}),this.prices=[o,1-o],this.reached=e.sides.map(i=>i.
x.map((a,c)=>qt(a,i.s[c],n))),this.treated=e.sides.map((i,a)=>nm(i,this.reached[a])),this.others=this.treated.map(om),this.unsure=e.sides.map(i=>tr(i,n))}all(){
let e=this.prices.map(r=>1e3*r),n=this.observed?this.#r(this.#n(!0,e)):this.#m(!0,(r,i)=>e[0]*r+e[1]*i,1e3),[o,s]=[!0,!1].map(r=>this.#l(r,[e[0],0]));return{sensitivity:this.#e(
this.#r(this.#a(!0,[1,0],1)),[1,0],1),specificity:this.#e(this.#r(this.#a(!1,[0,1],1)),[0,1],1),ppv:this.#e(this.#u(!0),this.#i(!0),1,this.#o(!0)),npv:this.#e(this.#u(
!1),this.#i(!1),1,this.#o(!1)),treated_per_1000:this.#e(n,e,1e3),true_positives_per_1000:this.#e(o,[e[0],0],e[0]),false_negatives_per_1000:this.#e(s,[e[0],0],e[0]),
false_positives_per_1000:this.#e(this.#l(!0,[0,e[1]]),[0,e[1]],e[1])}}consequences(){let[e,n]=this.treated.map(({share:r})=>r),[o,s]=this.prices;return{prevalence:o,
treated:1e3*(o*e+s*n),truePositives:1e3*o*e,falseNegatives:1e3*o*(1-e),falsePositives:1e3*s*n,error:{truePositives:1e3*o*this.unsure[0],falsePositives:1e3*s*this.
unsure[1]}}}#e(e,n,o,s=1/0){if(e===null||e.coarse)return e;let r=Math.hypot(...n.map((c,l)=>c*this.unsure[l])),i=Math.max(e.high-e.value,e.value-e.low),a=r*(1+Math.
abs(1-2*e.value/o))+this.#t(s)*i;return{...e,error:a,coarse:a>i}}#t(e){return this.sample.isExact?0:nr(this.sample)+Yp/e}#o(e){return this.#s(e).reduce((n,{share:o,
size:s})=>n+o*s,0)}#i(e){let n=this.#s(e).map(({share:s},r)=>this.prices[r]*s),o=(n[0]+n[1])**2;return o>0?[this.prices[0]*n[1]/o,this.prices[1]*n[0]/o]:[0,0]}#s(e){
return e?this.treated:this.others}#l(e,n){let o=this.observed?this.#n(e,n):this.#a(e,n,n[0]+n[1]);return this.#r(o)}#n(e,n){let[o,s]=this.#s(e).map(({share:i})=>i),
r=this.prices[1]*n[0]*o-this.prices[0]*n[1]*s;return this.#a(e,n,1e3,r)}#a(e,n,o,s=0,r=null){let i=this.#s(e),a=n.map((f,p)=>f*i[p].share),c=[a[0]-s,a[1]+s],l=i.
reduce((f,p,m)=>f+sm(p,n[m],c[m]),0),u=i.flatMap(({size:f},p)=>n[p]===0?[]:[o*f/Math.abs(n[p])]);return{...{treated:e,prices:n,most:o,derivative:s,value:r??a[0]+
a[1],alone:l},endSize:Math.min(...u)}}#r(e){let{value:n,most:o}=e,[s,r]=this.#c(e);return{value:n,low:o*s,high:o*r}}#c({value:e,most:n,alone:o,endSize:s,...r}){
let i=o,a=1/0;if(this.clusters){let h=this.#h(r);i=Math.max(o,h[0]),a=h[1]}let c=e/n,u=!(i>0)||Math.min(c,1-c)<Xp?s:Math.min(c*(1-c)*n**2/i,s);return em(c,u,It(
Math.min(a,1e9),this.level))}#h({treated:e,prices:n,derivative:o}){let s=this.#f(e,n,o),{variance:r,degrees:i}=kt([s]),[,a]=Ut(s.spreads().flatMap(({size:c,within:l,
between:u})=>[[l*c/(c-1),c-1],[u,c-1]]));return[r,Math.min(i,a)]}#f(e,n,o){let s=this.reached.map((i,a)=>({gain:i.map(c=>n[a]*(e?c:1-c)),half:i.map(c=>n[a]*Math.
sqrt(c*(1-c)))})),r=n.map(i=>[Math.min(i,0),Math.max(i,0)]);return new ke(this.sample,s,r,o)}#u(e){let n=this.#s(e).map(({share:c},l)=>this.prices[l]*c),o=n[0]+
n[1];if(!this.sample.isExact&&this.#p(e))return Jp;if(o===0)return null;let s=e?0:1;if(!this.observed)return this.#m(e,(...c)=>tm(this.prices,s,c),1);let r=n[s]/
o,i=e?1:-1,a=[i*this.prices[0]*n[1]/o**2,-i*this.prices[1]*n[0]/o**2];return this.#r(this.#a(e,a,1,i*r*(1-r),r))}#p(e){let n=this.#o(e);if(n>0)return n<Zp;let[o,
s]=this.sample.widestRange;return e?s>=this.cut:o<this.cut}#m(e,n,o){let s=Qp.map(f=>this.#a(e,f,1)),r=s.map(({value:f})=>f),i=n(...r),a=s.map((f,p)=>this.#c(f).
map(m=>n(...r.map((g,v)=>v===p?m:g))-i)),c=a.map(([f,p])=>p>=f),l=(c[0]===c[1]?1:-1)*this.#d(s),u=yc(a.map(f=>Math.min(...f)),l),h=yc(a.map(f=>Math.max(...f)),l);
return{value:i,low:Math.max(i-u,0),high:Math.min(i+h,o)}}#d([e,n]){if(!this.clusters)return 0;let[o,s]=[e,n].map(i=>this.#h(i)[0]);if(Math.min(o,s)<=0)return 0;
let[r]=this.#h({...e,prices:[1,1]});return k((r-o-s)/2/Math.sqrt(o*s),-1,1)}};function em(t,e,n){let o=k(t,0,1),s=n**2/e,r=(o+s/2)/(1+s),i=Math.sqrt(s*o*(1-o)+s**
2/4)/(1+s);return[Math.min(Math.max(r-i,0),o),Math.max(Math.min(r+i,1),o)]}function tm(t,e,n){let o=n.map((s,r)=>t[r]*s);return o[e]/(o[0]+o[1])}function yc([t,
e],n){return Math.sqrt(Math.max(t**2+e**2+2*n*Math.abs(t*e),0))}function nm({w:t,q:e,weight:n,squares:o},s){let r=0,i=0;for(let a=0;a<s.length;a++)r+=t[a]*s[a],
i+=e[a]*s[a];return{weight:n,squares:o,counted:r,countedSquares:i,share:r/n,size:n**2/o}}function om({weight:t,squares:e,counted:n,countedSquares:o,size:s}){let r=t-
n;return{weight:t,squares:e,counted:r,countedSquares:e-o,share:r/t,size:s}}function sm({weight:t,squares:e,countedSquares:n},o,s){return((o-s)**2*n+s**2*(e-n))/
t**2}function Do(t,e){if(!rm(t,e)||D(e.units).weighted)return null;let{result:n}=t;return e.group===null?n:n.groups.find(({name:o})=>o===e.group)??null}function rm({
own:t,ownIsExact:e},n){return`${n.prevalence}|${n.cost}`==`${t.prevalence}|${t.cost}`&&(e||!!n.study)&&!Wo(n)}function Wo({sources:t={},recalibrated:e=[]}){return e.
length>0||Object.keys(t).length>0}function Qe(t,e){if(!e||e.value===null||e.low===null)return t;let{value:n,low:o,high:s}=e;return{value:n,low:o,high:s,error:0,
coarse:!1}}function Oc(t,e,n){return Qe(n,t?.models?.[e]?.net_benefit)}function Tc(t,e,n){let o=t?.models?.[e];return o?{...n,total:Qe(n.total,o.net_benefit),sharpness:Qe(
n.sharpness,o.sharpness),calibration:Qe(n.calibration,o.calibration),calibrationCorrected:Qe(n.calibrationCorrected,o.calibration_corrected)}:n}function Ec(t,e,n){
return Qe(n,t?.default_strategies?.[e]?.net_benefit)}function Ac(t,e,{score:n,withCommonCutoff:o}){let s=t?.models?.[e];return{score:Qe(n,s?.net_benefit),withCommonCutoff:Qe(
o,s?.at_common_threshold?.net_benefit)}}var im={total:"total",mechanism:"mechanism",labelShift:"label_shift",sharpness:"sharpness",calibration:"calibration",sharpnessCorrected:"\
sharpness_corrected",calibrationCorrected:"calibration_corrected"};function Sc(t,e,{model:n,group:o,reference:s,parts:r,readings:i}){let a=Do(t,{...e,group:o})?.
gaps?.find(h=>h.model===n);if(!(a&&(a.reference===s||t.groups.length===2)))return{parts:r,readings:i};let l=Object.entries(r).map(([h,f])=>[h,Qe(f,a[im[h]])]),u=a.
readings?.difference_at_equal_prevalence;return{parts:Object.fromEntries(l),readings:i&&{...i,group:Qe(i.group,u?.group),all:Qe(i.all,u?.all)}}}function $c(t,e){
let n=t?.models?.[e];if(!n?.sensitivity)return null;let o=r=>r&&{value:r.value,low:r.low,high:r.high,error:0},s=n.per_1000_at_threshold;return Object.fromEntries(
[...kc.map(r=>[r,o(n[r])]),...Mc.map(r=>[r,o(s[r.replace("_per_1000","")])])])}function Nc(t,e,n){for(let{model:o,reference:s,difference:r,confidence:i,confidence_above_margin:a}of t?.
comparisons??[]){let c=o===e&&s===n;if(r.low===null||!c&&(o!==n||s!==e))continue;let{value:l,low:u,high:h,simultaneous:f,standard_error:p}=r,m={seen:()=>p**2,error:0,
coarse:!1};if(c)return{value:l,low:u,high:h,simultaneous:f,...m,confidence:(y=0)=>y===0?i:a};let g={low:-f.high,high:-f.low},v=(_=0)=>_===0?1-i:null;return{value:-l,
low:-h,high:-u,simultaneous:g,...m,confidence:v}}return null}function Rc({data:t,groups:e}){let n=e.filter(({estimable:r})=>r).map(({prevalence:r})=>r),{low:o,high:s}=t.
observed_prevalences;return{everyone:t.prevalence,groups:n,low:o,high:s}}function Ar(t,e){let n=e.models.length===t.models.length;if(e.group!==null||e.units!==uo||
!n||Do(t,e)===null)return null;let{verdict:o}=t.result;return(e.margin??null)!==o.margin?null:{text:o.text,best:o.best,tied:o.tied,betterThanWithout:o.better_than_without,
decided:o.decided,runnerUp:o.runner_up,difference:{value:o.difference.value,...o.difference.simultaneous},added:{value:o.added.value,...o.added.simultaneous},nonInferior:o.
non_inferior,outside:o.outside,flips:o.flips.map(({beyond_chance:s,...r})=>({...r,beyondChance:s}))}}var dn=4096,Fc=1e-9,Ic=1e9;function Lc(t,e,n){let o=am(t,e),s=o.length>1?cm(o):o;return s.length===0||s[0].length<=1?n:1-2*So(lm(s,n))}function am(t,e){let n=Fc*
Math.max(0,...t.flat()),o=e.filter(([s,r])=>t[s][r]>n);return o.map(([s,r])=>o.map(([i,a])=>{let c=(t[s][a]+t[r][i]-t[s][i]-t[r][a])/2;return Math.min(Math.max(
c/Math.sqrt(t[s][r]*t[i][a]),-1),1)}))}function cm(t){let e=t.map(o=>[...o]),n=e.map(()=>[]);for(let o=0;o<e.length;o++){let s=e.reduce((c,l,u)=>Math.max(c,l[u]),
-1/0),r=e.findIndex((c,l)=>c[l]>=s-Fc);if(e[r][r]<=1e-6)break;let i=Math.sqrt(e[r][r]),a=e.map(c=>c[r]/i);a.forEach((c,l)=>n[l].push(c));for(let c=0;c<e.length;c++)
for(let l=0;l<e.length;l++)e[c][l]-=a[c]*a[l]}return n.map(o=>o.map(s=>s/Math.hypot(...o)))}function lm(t,e){let n=t[0].length,o=um(t,fm(n)),s=hm(n),r=c=>{let l=0;
for(let u=0;u<dn;u++)l+=s(c/o[u]);return l/dn},i=It(Ic,e)-.01,a=It(Ic,1-(1-e)/t.length)+.01;for(;r(a)<e;)a+=.1;for(;r(i)>e;)i-=.1;return un(c=>r(c)-e,i,a,1e-9)}
function um(t,e){let n=t[0].length,o=new Float64Array(dn);for(let s=0;s<dn;s++)for(let r of t){let i=0;for(let a=0;a<n;a++)i+=r[a]*e[s*n+a];o[s]=Math.max(o[s],Math.
abs(i))}return o}function Cc(t,e){let n=t*t/2,o=e%2===0,s=o?1:Math.sqrt(2/Math.PI)*t,r=0;for(let a=o?2:3;a<=e;a+=2)r+=s,s*=2*n/a;return(o?1:1-2*So(t))-Math.exp(
-n)*r}var Vn=128,Pc=12,Sr=new Map;function hm(t){if(!Sr.has(t)){let o=Array.from({length:Pc*Vn+1},(i,a)=>a/Vn),s=Float64Array.from(o,i=>Cc(i,t)),r=Float64Array.
from(o,(i,a)=>i*(Cc(i,t-2)-s[a])/Vn);Sr.set(t,{values:s,slopes:r})}let{values:e,slopes:n}=Sr.get(t);return o=>{if(o>=Pc)return 1;let s=Math.floor(o*Vn),r=o*Vn-s,
i=e[s+1]-e[s],[a,c]=[n[s],n[s+1]];return e[s]+r*(a+r*(3*i-2*a-c+r*(a+c-2*i)))}}var $r=new Map;function fm(t){return $r.has(t)||$r.set(t,pm(t)),$r.get(t)}function pm(t){
let e=Math.ceil(t/2),n=2;for(let r=0;r<64;r++)n=(1+n)**(1/(2*e+1));let o=new Float64Array(dn*t),s=(r,i)=>(.5+(r+1)*n**-(i+1))%1;for(let r=0;r<dn;r++){let i=[];for(let c=0;c<
e;c++){let l=Math.sqrt(-2*Math.log1p(-s(r,2*c))),u=2*Math.PI*s(r,2*c+1);i.push(l*Math.cos(u),l*Math.sin(u))}i.length=t;let a=Math.hypot(...i);i.forEach((c,l)=>o[r*
t+l]=c/a)}return o}var mm=[.5,.5],dm=["","prevalence","cost","both"],Bo=class t{#e=new Map;#t=null;#o=new Map;#i=new Map;#s=null;#l=new Map;#n=null;constructor(e,n,o,s){let{page:r,
samples:i}=e.world(n);Object.assign(this,{engine:e,state:n,slice:o,shown:s,page:r,all:i,level:e.level}),this.samples=s.map(c=>i.of(o,[c])),this.names=s.map(c=>({
name:e.models[c],index:c}));let a=this.samples[0].prevalence;this.range=n.prevalence??[a,a],this.unit=D(n.units),this.costs=this.unit.usesCost?n.cost:mm,this.middle=
n.weight?.median??S((E(this.range[0])+E(this.range[1]))/2),this.counted=Do(e,n),this.deployment=c=>ct(n,this.samples[c])}score(e){if(!this.#e.has(e)){let n=this.
all.of(this.slice,[e]);this.#e.set(e,Ht(this.page,n,ct(this.state,n)))}return this.#e.get(e)}get defaults(){return this.#t??=Ro(this.samples[0],this.deployment(
0)),this.#t}get zero(){return this.unit.zero===null?Io:this.defaults[this.unit.zero]}model(e){let n=this.engine.models[e],o={name:n,index:e,score:Oc(this.counted,
n,jo(this.over(this.zero,e))),added:jo(this.compare(n,$)),auc:this.page.slices[this.slice].models[e].auc},s=this.decisions(e);return Oe(o,"decisions",()=>s.decisions),
Oe(o,"split",()=>this.#a(e)),Object.assign(o,{cutoff:s.cutoff,consequences:s.consequences})}#a(e){let n=this.score(e),{parts:o,...s}=Po(n,ct(this.state,n.sample),
this.level,this.zero);return Tc(this.counted,this.engine.models[e],s)}over(e,n,o=!0){let s=this.score(n),r=[0,s.perfect];return Vt(e,s,s.value,{level:this.level,
bounds:r,pseudo:o})}defaultStrategy(e){let{value:n,profile:o}=this.#r(e),s=o===null?ur(n):se(n,[o],{level:this.level});return Ec(this.counted,e,jo(s))}#r(e){let{
zero:n}=this.unit,o=this.defaults[e].value-this.zero.value,s=this.defaults[e].profile;if(n===null||s===null)return{value:o,profile:s};let r=e===n||o===0&&this.defaults[Se].
value<this.zero.value;return{value:o,profile:r?null:Xe(s,this.zero.profile)}}cutoff(e){return this.#c(this.score(e))}withCutoff(e,n){let o=this.all.of(this.slice,
[e]),s=uc(o,ct(this.state,o),n),r=this.zero.profile===null;return Vt(this.zero,s,s.value,{level:this.level,bounds:[0,s.perfect],pseudo:r})}#c(e){let[n=null]=e.sample.
maps,o=h=>S(n?(h-n.intercept)/n.slope:h),s=(h,f)=>f-h+e.shift,[r,i]=this.range.map(E),[a,c]=this.costs.map(E),l=(a+c)/2,u=s(E(this.middle),l);return{value:o(u),
low:o(s(i,a)),high:o(s(r,c)),at:h=>o(s(E(h),l)),decided:S(u),probability:S(l),prevalence:this.middle,source:S(e.shift),over:dm[+(r<i)+2*+(a<c)]}}decisions(e){let n=this.#c(
this.score(e)),o=$c(this.counted,this.engine.models[e]),s=this.#h(this.score(e).sample,E(n.decided)),r={cutoff:n,consequences:o?gm(o,this.middle):s.consequences()};
return Oe(r,"decisions",()=>o??s.all()),r}#h(e,n){let o=this.state.prevalence===null,s=o?e.prevalence:this.middle;return new Lo(e,n,{prevalence:s,observed:o,level:this.
level})}get pairs(){let e=this.names.map(({name:n})=>n);return[...e.flatMap((n,o)=>e.slice(o+1).map(s=>[n,s])),...e.flatMap(n=>wt.map(o=>[n,o]))]}get margin(){let{
margin:e=null}=this.state;return e===null||this.unit.weighted?null:e/1e3}get isExact(){return this.counted!==null||!!this.page.exact}comparisons(){return this.pairs.
map(([e,n])=>{let o=this.compare(e,n);return{model:e,other:n,difference:jo(o),adjusted:this.together(e,n),confidence:o.confidence(),aboveMargin:this.margin===null?
null:o.confidence(this.margin)}})}together(e,n){let o=`${e}|${n}`;if(!this.#i.has(o)){let s=this.compare(e,n),r=this.#u&&s.simultaneous,{value:i}=s;this.#i.set(
o,r?{value:i,...r,error:0}:s.at(this.levelOfComparisons))}return this.#i.get(o)}isAhead(e,n){let o=`${e}|${n}`;return this.#l.has(o)||this.#l.set(o,this.#f(e,n)),
this.#l.get(o)}#f(e,n){let o=this.compare(e,n);if(o.value<(this.margin??0))return!1;let s=({low:r,error:i=0})=>r-i>b.constants.a_tie;if(!o.simultaneous||!this.#u){
if(!s(o))return!1;if(s(o.at(1-(1-this.level)/this.pairs.length)))return!0}return s(this.together(e,n))}judgement(){return this.#n??=wa({names:this.names.map(({name:e})=>e),
compare:(e,n)=>this.compare(e,n),isAhead:(e,n)=>this.isAhead(e,n)}),this.#n}get about(){let[e,n]=this.costs;return{range:this.range,costs:this.costs,median:this.
middle,oneCost:e===n}}patients(e){let[n,o]=[1e3*this.middle,1e3*(1-this.middle)],s=(r,i,a,c)=>({name:r,index:i,kind:i===null?"default":"model",found:a,missed:n-
a,unnecessary:c,spared:o-c});return[...e.map(({name:r,index:i,consequences:a})=>s(r,i,a.truePositives,a.falsePositives)),s(Se,null,n,o),s(Ce,null,0,0)]}get treatAll(){
return this.defaults[Se].value-this.zero.value}picked(e){if(e.length<2)return null;let n=e.reduce((i,a)=>a.score.value>i.score.value?a:i),o=this.#u&&this.counted?.
models?.[n.name]?.net_benefit?.simultaneous,s=this.#p(this.names.map(({name:i})=>[i,Ce])),r=Wc(this.over(this.zero,n.index),s);return{name:n.name,count:e.length,
value:n.score.value,...o||r(n.score)}}get#u(){return this.state.group===null&&this.shown.length===this.engine.models.length}get levelOfComparisons(){return this.#s??=
this.#p(this.pairs),this.#s}#p(e){let n=[...this.names.map(({name:i})=>i),...wt],o=n.map((i,a)=>n.map((c,l)=>a<l?this.compare(i,c).seen():0)),s=o.map((i,a)=>i.map(
(c,l)=>a<l?c:o[l][a])),r=e.map(i=>i.map(a=>n.indexOf(a)));return Lc(s,r,this.level)}compare(e,n,o=this.state){if(o!==this.state)return this.#d(e,n,o);let s=`${e}\
|${n}`;if(!this.#o.has(s)){let r=Nc(this.counted,e,n),i=this.#d(e,n,o);this.#o.set(s,r?this.#m(r,i):i)}return this.#o.get(s)}#m(e,n){let o=(this.engine.result.verdict.
margin??0)/1e3,s=i=>i===0||i===o?e.confidence(i):null;return{...e,confidence:(i=0)=>s(i)??qn((e.value-i)/Math.sqrt(e.seen()),1e9),at:i=>Wc(n,i)(e)}}#d(e,n,o){let[
s,r]=[e,n].map(i=>this.engine.models.indexOf(i));return s>=0&&r>=0?this.#g(s,r,o):s>=0?this.over(this.defaults[n],s,!1):r>=0?Nr(this.over(this.defaults[e],r,!1)):
this.#x(e,n)}#x(e,n){let[o,s]=[this.#r(e),this.#r(n)],r=o.value-s.value;if(o.profile===null&&s.profile===null)return ur(r);if(o.profile===null)return Nr(se(-r,[
s.profile],{level:this.level}));let i=s.profile===null?o.profile:Xe(o.profile,s.profile);return se(r,[i],{level:this.level})}#g(e,n,o){if(e>n)return Nr(this.#g(
n,e,o));let s=o===this.state?this:new t(this.engine,o,this.slice,this.shown),[r,i]=[s.score(e),s.score(n)],a=this.all.of(this.slice,[e,n]);return se(r.value-i.value,
[Or(a,r,i)],{level:this.level})}#b(e,n){let o=n.find(i=>i.name===e);if(o)return o.consequences;let s=de(...this.range),r=s>=de(...this.costs);return{truePositives:r?
1e3*s:0,falsePositives:r?1e3*(1-s):0}}#_(e,n){let[o,s]=[E(n),E(this.costs[0])],r=s-o+pn(this.page,e),[i,a]=this.unit.prices(o,s);return i*e.shares.above(0,r)-a*
e.shares.above(1,r)}forVerdict(e){let n=this.names.map(({name:s})=>s),o=s=>this.samples[n.indexOf(s)];return{names:n,level:this.level,state:this.state,phrases:ea(
this.state,{names:rt(this.engine.result),range:this.range,costs:this.costs,deployment:this.engine.result.deployment}),possible:Math.max(0,this.score(this.shown[0]).
perfect-this.defaults[$].value),least:this.page.smallest_cell,margin:this.margin,range:this.range,costs:this.costs,observed:Rc(this.engine.result),count:this.pairs.
length,adjusts:this.levelOfComparisons>this.level,compare:(s,r)=>this.compare(s,r),together:(s,r)=>this.together(s,r),doneBy:s=>this.#b(s,e),judgement:this.judgement(),
valueAt:(s,r)=>this.#_(o(s),r),lead:(s,r,i)=>this.compare(s,r,{...this.state,prevalence:i})}}};function gm(t,e){return{prevalence:e,treated:t.treated_per_1000.value,
truePositives:t.true_positives_per_1000.value,falseNegatives:t.false_negatives_per_1000.value,falsePositives:t.false_positives_per_1000.value,error:{truePositives:t.
true_positives_per_1000.error??0,falsePositives:t.false_positives_per_1000.error??0}}}function Nr({seen:t,at:e,confidence:n,...o}){return{...Dc(o),seen:t,at:s=>Dc(
e(s)),confidence:(s=0)=>1-n(-s)}}function Dc({value:t,low:e,high:n,error:o,coarse:s}){return{value:-t,low:-n,high:-e,error:o,coarse:s}}function Wc(t,e){let{low:n,
high:o}=t.at(e),s=t.high>t.low?(o-n)/(t.high-t.low):1;return r=>({value:r.value,low:r.value-s*(r.value-r.low),high:r.value+s*(r.high-r.value),error:s*(r.error??
0),coarse:r.coarse??!1})}function jo({value:t,low:e,high:n,error:o=0,coarse:s=!1}){return{value:t,low:e,high:n,error:o,coarse:s}}var jc={prevalence:[5e-4,.95],cost:[1/1001,1e3/1001]};function Gc(t){return new Ir(t)}var Ir=class{constructor({result:e,page:n}){this.result=e,this.page=n,this.
samples=new Mo(n),this.models=n.models.map(o=>o.name),this.groups=e.groups,this.level=e.deployment.level,this.ownIsExact=n.own.exact,this.own={...wm(n.own.state),
units:uo,group:null,models:[...this.models],margin:e.verdict.margin,sources:{},recalibrated:[],against:null},this.limits=vm(this.own)}patientsPrevalence(e){return this.#t(
this.#e(e),0).prevalence}get counted(){return this.result.data.clusters===null?b.tables.patients:b.tables.rows}#e(e){let n=this.page.slices.findIndex(o=>o.kind===
(e===null?"everyone":"group")&&o.name===e);if(n<0)throw new RangeError(`no group ${e} on this page`);return n}#t(e,n){return this.samples.of(e,[n])}#o=new Map;world({
sources:e={},recalibrated:n=[]}){if(!Wo({sources:e,recalibrated:n}))return this;let o=JSON.stringify([e,n]);return this.#o.has(o)||this.#o.set(o,this.#i(e,n)),this.#o.
get(o)}#i(e,n){let o=new Map,s=this.page.models.map((r,i)=>{let a=n.includes(r.name)?this.recalibrationOf(i):null;return a===null?{...r,source:e[r.name]??r.source}:
(o.set(i,a),{...r,source:null})});return{page:{...this.page,models:s},samples:this.samples.withRecalibrated(o)}}recalibrationOf(e){return this.page.slices[Bc].models[e].
recalibration??null}at(e){return new Bo(this,this.#s(e),this.#e(e.group),this.#n(e))}#s(e){let o=`${e.prevalence}|${e.cost}`==`${this.own.prevalence}|${this.own.
cost}`&&!this.ownIsExact;return{...e,study:o,weight:o?this.page.own.weight??null:null}}answer(e){let n={...this.own,...e},o=this.#e(n.group),s=this.#n(n),r=this.
at(n),i=s.map(l=>r.model(l)),a=Object.fromEntries(wt.map(l=>[l,r.defaultStrategy(l)])),c={state:n,names:rt(this.result),scale:D(n.units).scale,level:this.level,
slice:this.#a(n.group,o),models:i,defaults:a,margin:r.margin,exact:r.isExact,setting:r.about,verdict:this.#l(r.state,r.forVerdict(i)),patients:r.patients(i)};return Oe(
c,"comparisons",()=>r.comparisons()),Oe(c,"error",()=>bm(c)),c.conclusion=zt(c.verdict),Oe(c,"picked",()=>r.picked(i)),Oe(c,"before",()=>this.#r(c,r)),Oe(c,"gro\
ups",()=>this.#f(n,s)),Oe(c,"gaps",()=>this.#m(n,s)),Oe(c,"groupDecisions",()=>this.#p(n,s)),c}#l(e,n){let o=Ar(this,e);if(o===null)return na(n);let{judgement:s,
possible:r}=n,{noneCanBeBetter:i}=s;return{...o,possible:r,coarse:!1,noneCanBeBetter:i,sentence:Ds(o,n)}}#n(e){let n=e.models.map(o=>this.models.indexOf(o)).filter(
o=>o>=0);return n.length?n:this.models.map((o,s)=>s)}#a(e,n){let o=e===null?{name:"everyone",...this.result.data}:this.groups.find(s=>s.name===e);return{name:o.
name,patients:o.used??o.patients,positives:o.positives,counted:this.counted,prevalence:this.#t(n,0).prevalence}}#r({state:e,models:n,verdict:o,scale:s,slice:r},i){
let a=this.models.filter((f,p)=>this.recalibrationOf(p)!==null),c=this.at({...e,recalibrated:a,sources:{}}),l=fa({models:n.map(f=>this.#c(f,e,a.includes(f.name)?
c:null)),verdict:o,state:i.state,scale:s,range:i.range,prevalence:r.prevalence,groups:e.group===null?this.#h(e):[],clusters:null,recalibratedLead:(f,p)=>a.includes(
f)&&a.includes(p)?c.compare(f,p):null}),u=Ar(this,i.state)&&!Wo(e)?this.result.before_you_decide:null;if(!u)return l;let h=({kind:f,models:p=[]})=>l.find(m=>m.kind===
f&&`${m.models}`==`${p}`)?.actions??[];return u.map(f=>({...f,actions:h(f),action:h(f)[0]??null}))}#c(e,{group:n},o){let{name:s,added:r,cutoff:i}=e,a=n===null?this.
result:this.groups.find(l=>l.name===n),c={name:s,added:r,cutoff:i,recalibratedAdded:o&&o.compare(s,$),observedExpected:zc(a.models?.[s]),impliedSource:this.#t(this.#e(
n),e.index).impliedSource};return Oe(c,"lossCorrected",()=>e.split.calibrationCorrected),c}#h(e){let n=this.groups.filter(({estimable:o})=>o);return n.map(({name:o})=>{
let s=this.at({...e,group:o}),r=1-(1-this.level**(1/n.length))/s.pairs.length;return{name:o,together:(a,c)=>{let l=s.compare(a,c);return l.simultaneous?{...l,...l.
simultaneous}:l.at(r)}}})}#f(e,n){return this.groups.map(o=>({name:o.name,patients:o.patients,positives:o.positives,prevalence:o.prevalence??null,estimable:o.estimable,
whyNot:o.why_not??null,models:o.estimable?this.#u(e,o,n):[]}))}#u(e,n,o){let s=this.at({...e,group:n.name}),r=this.at({...e,group:null});return o.map(i=>{let a=this.
models[i],c=r.cutoff(i),l={score:s.over(s.zero,i),withCommonCutoff:s.withCutoff(i,c.decided)};return{name:a,index:i,...Ac(s.counted,a,l),observedExpected:n.models[a].
observed_expected,cutoff:s.cutoff(i).value,commonCutoff:c.value}})}#p(e,n){return this.groups.filter(({estimable:o})=>o).flatMap(({name:o})=>{let s=this.at({...e,
group:o});return n.map(r=>({group:o,name:this.models[r],index:r,...s.decisions(r)}))})}#m(e,n){let o=this.#s(e),{page:s,samples:r}=this.world(o);return this.page.
gaps.flatMap(({group:i,reference:a,slices:c})=>n.map(l=>{let u={model:this.models[l],index:l,group:i,reference:a},h=c.map(m=>r.of(m,[l])),f=dc(s,h,o,this.level),
p=this.#d(i,c,l,o);return{...u,...Sc(this,o,{...u,parts:f,readings:p})}}))}#d(e,n,o,s){let i=(this.groups.find(({name:p})=>p===e).gaps??[]).find(({model:p})=>p===
this.models[o])?.readings;if(!i)return null;let a=n.map(p=>this.#t(p,o)),[c,l]=[!1,!0].map(p=>{let m=this.page.models.map(g=>({...g,source:null,source_of_all:p}));
return gc({...this.page,models:m},a,s,this.level)}),{observed_expected:u,supported:h,neither_fits:f}=i;return{group:c,all:l,ratios:u,supported:h,neither_fits:f,
used:this.#x(o)}}#x(e){return this.page.models[e].source_of_all?"all":"group"}#g(e){let{range:n}=this.at(e),o=[...this.own.prevalence??[],this.samples.of(Bc,[0]).
prevalence];return Xs(o,n,this.limits.prevalence)}#b(e){return Xs(this.own.cost,this.at(e).costs,this.limits.cost)}#_(e){let{range:n,middle:o,costs:s}=this.at(e);
return{range:n,median:o,cost:s}}#v=new Map;#y(e,n){return this.#v.has(e)||(this.#v.size>12&&this.#v.clear(),this.#v.set(e,n())),this.#v.get(e)}differenceCurve(e,n,o){
let s=this.#g(e),r=JSON.stringify(["difference",qc(e),s,n,o]),i=this.#y(r,()=>Oa(c=>this.at(c),e,s,n,o)),a=c=>this.at({...e,prevalence:[c,c]}).compare(n,o);return{
...i,...this.#_(e),at:a}}valueCurve(e){let n=this.models.filter((a,c)=>this.recalibrationOf(c)!==null),o=this.#g(e),s={sources:{},recalibrated:n},r=JSON.stringify(
["value",qc(e),o]);return{...this.#y(r,()=>Ta(a=>this.at(a),e,o,s)),...this.#_(e),scale:D(e.units).scale}}decisionCurve(e){let{middle:n,costs:o}=this.at(e),s={...zo(
e),prevalence:e.prevalence===null?null:[n,n]};return{...Ea(i=>this.at(i),s,this.#b(e)),range:o,prevalence:n}}#w=new Map;map(e){let{group:n,models:o,margin:s,sources:r,
recalibrated:i,units:a,prevalence:c,cost:l}=zo(e),u={prevalence:this.#g(e),cost:this.#b(e)},h=JSON.stringify([n,o,s,r,i,a,u]);if(!this.#w.has(h)){this.#w.size>20&&
this.#w.clear();let p=(g,v)=>this.at({...zo(e),prevalence:[g,g],cost:[v,v]}),m=this.#n(e).map(g=>this.models[g]);this.#w.set(h,new Fo(p,m,u))}let f=this.#w.get(
h);return f.box={prevalence:c??this.at(e).range,cost:l},f}pointAt(e,n,o){let s={...this.own,...zo(e),prevalence:[n,n],cost:[o,o]},r=this.at(s),i={state:s,scale:D(
s.units).scale,level:this.level,verdict:r.judgement()};return i.conclusion=zt(i.verdict),Oe(i,"comparisons",()=>r.comparisons()),Oe(i,"models",()=>this.#n(s).map(
a=>r.model(a))),i}calibration(e){let n=this.at(e),o=e.group===null?this.result:this.groups.find(({name:s})=>s===e.group);return n.names.map(({name:s,index:r},i)=>({
name:s,index:r,curve:this.page.slices[n.slice].models[r].calibration??null,histogram:Sa(n.samples[i]),observedExpected:zc(o.models?.[s])}))}roc(e){let{samples:n,
names:o,deployment:s,slice:r,page:i}=this.at(e);return n.map((a,c)=>Aa(i,a,o[c],s(c),this.page.slices[r].models[o[c].index].auc))}},Bc=0;function zc(t){return t?.
observed_expected??null}function vm({prevalence:t,cost:e}){let n=(o,s)=>s?[Math.min(o[0],s[0]),Math.max(o[1],s[1])]:o;return{prevalence:n(jc.prevalence,t),cost:n(
jc.cost,e)}}var Rr=14;function wm({prevalence:t,cost:e}){let n=s=>s&&s.map(r=>S(k(E(r),-Rr,Rr))),o=s=>s&&s.every(r=>Math.abs(E(r))<=Rr)?s:n(s);return{prevalence:o(
t),cost:o(e)}}function qc({cost:t,units:e,group:n,models:o,sources:s,recalibrated:r}){return{cost:t,units:e,group:n,models:o,sources:s,recalibrated:r}}function bm({
models:t,comparisons:e}){let n=[...t.map(({score:o})=>o),...e.map(({difference:o})=>o)];return Math.max(0,...n.map(({error:o=0})=>o))}function zo(t){return{...t,
units:D(t.units).overCosts}}var Cr=["#0072B2","#E69F00","#009E73","#CC79A7","#D55E00","#56B4E9","#000000","#7A6BC4"],Uc=["#0072B2","#8A5F00","#007A59","#94437A","#B04E00","#1A6FA3","#00000\
0","#5B4BA6"],Ct=(t,e)=>`var(--${t}, ${e})`,P=Ct("ink","#1f2328"),A=Ct("quiet","#57606a"),gn=Ct("line","#d0d7de"),qo=Ct("faint","#f4f6f8"),J=Ct("paper","#ffffff"),
Kt=Ct("accent","#005a8c");function Hc(t){let e=t%Cr.length,n=Cr[e]!==Uc[e];return{colour:Ct(`model-${e}`,Cr[e]),edge:Ct(`model-${e}-edge`,Uc[e]),edged:n}}function Vc(t){
return t.replace(/var\(--[\w-]+, (#[0-9a-fA-F]{3,8})\)/g,"$1")}var Zt="http://www.w3.org/2000/svg";function Kn(t){t.nextDrawn=t.firstChild}function M(t,e,n={}){let o=t.nextDrawn??null;if(o?.drawnTag===e)t.nextDrawn=o.nextSibling;else{
let r=document.createElementNS(Zt,e);r.drawnTag=e,t.insertBefore(r,o),o=r}let s=o.drawnAttributes??{};for(let r in n)n[r]!==s[r]&&o.setAttribute(r,n[r]);for(let r in s)
r in n||o.removeAttribute(r);return o.drawnAttributes=n,e!=="text"&&Kn(o),o}function Zn(t){for(;t.nextDrawn;){let e=t.nextDrawn;t.nextDrawn=e.nextSibling,e.remove()}
for(let e=t.firstChild;e;e=e.nextSibling)e.firstChild&&e.drawnTag!=="text"&&Zn(e)}function O(t){return Math.round(t*10)/10}function Pt(t,e){let n="",o="M";for(let s=0;s<
t.length;s++)Number.isFinite(t[s])&&Number.isFinite(e[s])?(n+=o+O(t[s])+" "+O(e[s]),o="L"):o="M";return n}var Kc=["","14 3","14 3 3 3","14 3 3 3 3 3","7 3 7 7"],Zc=["circle","square","up","diamond","down","plus","cross"],Yt="4 3.2",Go={colour:A,edge:A,dash:"1.5 3.5",
marker:null,width:2.2},Uo={colour:A,edge:A,dash:"",marker:null,width:1.4};function W(t){return t>=0?{index:t,...Hc(t),dash:Kc[t%Kc.length],marker:Zc[t%Zc.length],
width:2.2}:{...Uo,width:2.2}}var _m={circle:(t,e,n)=>`M${t-n} ${e}a${n} ${n} 0 1 0 ${2*n} 0a${n} ${n} 0 1 0 ${-2*n} 0z`,square:(t,e,n)=>`M${t-n} ${e-n}h${2*n}v${2*
n}h${-2*n}z`,up:(t,e,n)=>`M${t} ${e-1.2*n}l${1.2*n} ${2.1*n}h${-2.4*n}z`,diamond:(t,e,n)=>`M${t} ${e-1.3*n}l${1.3*n} ${1.3*n}l${-1.3*n} ${1.3*n}l${-1.3*n} ${-1.3*
n}z`,down:(t,e,n)=>`M${t} ${e+1.2*n}l${1.2*n} ${-2.1*n}h${-2.4*n}z`,plus:(t,e,n)=>{let o=.8*n;return`M${t-o/2} ${e-1.5*o}h${o}v${o}h${o}v${o}h${-o}v${o}h${-o}v${-o}\
h${-o}v${-o}h${o}z`},cross:(t,e,n)=>{let[o,s,r]=[.6*n,.8*n,1.2*n];return`M${t-n} ${e-r}l${n} ${s}l${n} ${-s}l${-o} ${r}l${o} ${r}l${-n} ${-s}l${-n} ${s}l${o} ${-r}\
z`}};function Z(t,e,n,o){return!t.marker||!Number.isFinite(e)||!Number.isFinite(n)?"":_m[t.marker](O(e),O(n),o)}function ne(t,e,n){n&&M(t,"path",{d:n,fill:e.colour,
stroke:P,"stroke-width":1})}function _e(t,e,n,o){if(!n)return;let s={d:n,fill:"none","stroke-dasharray":e.dash||"none","stroke-linejoin":"round",...o};e.edged&&
M(t,"path",{...s,stroke:e.edge,"stroke-width":e.width+1});let r=e.edged?e.width-.6:e.width;M(t,"path",{...s,stroke:e.colour,"stroke-width":r})}function vn(t,e,n,o=.18){
n&&M(t,"path",{d:n,fill:e.colour,"fill-opacity":o,stroke:"none"})}function Mt(t,e,n,o=4){let[s,r]=[O(t),O(e)];return`M${s} ${n}H${r}M${s} ${n-o}v${2*o}M${r} ${n-
o}v${2*o}`}function Yc(t,e,...n){let o=document.createElementNS(Zt,t);for(let[s,r]of Object.entries(e))o.setAttribute(s,r);return o.append(...n),o}function Ho(t){let{colour:e,
edge:n,dash:o}=W(t),s=(i,a)=>Yc("path",{d:"M1 5h26",fill:"none",stroke:i,"stroke-width":a,"stroke-dasharray":o||"none"});return Yc("svg",{class:"swatch",width:28,
height:10,viewBox:"0 0 28 10","aria-hidden":"true"},s(n,3.4),s(e,2.2))}function w(t,e={},...n){let o=document.createElement(t);for(let[s,r]of Object.entries(e))r===!1||r===null||r===void 0||o.setAttribute(s,r===!0?"":r);return o.append(
...n),o}function wn(t){return w("bdi",{class:"name"},t)}function F(t,e){t.textContent!==e&&(t.textContent=e)}var Vo=8,xm="(max-width: 680px)",ym=["input:checked[type=radio]","input:not([disabled]):not([hidden]), select","button"],Fe=null;function Ot({key:t,title:e,content:n,
onOpen:o=()=>{}}){let s=w("p",{class:"panel-title",id:`panel-${t}-title`},e),r=w("button",{type:"button",class:"done"},b.page.done),i=w("div",{class:"panel",id:`\
panel-${t}`,role:"dialog","aria-labelledby":s.id,hidden:!0},s,...n,r),a={element:i,heading:s,onOpen:o,opener:null};return r.addEventListener("click",()=>bn({giveBack:!0})),
{element:i,heading:s,attach(c){return c.setAttribute("aria-haspopup","dialog"),c.setAttribute("aria-controls",i.id),c.setAttribute("aria-expanded","false"),c.addEventListener(
"click",()=>a.opener===c?bn({giveBack:!0}):km(a,c)),c}}}function km(t,e){bn({giveBack:!1}),Fe=t,t.opener=e,e.setAttribute("aria-expanded","true"),t.element.hidden=
!1,t.onOpen(),Jc(t,e),ym.map(o=>t.element.querySelector(o)).find(o=>o!==null).focus({preventScroll:!0})}function bn({giveBack:t}){if(Fe===null)return;let{element:e,
opener:n}=Fe;Fe.opener=null,Fe=null,e.hidden=!0,n.setAttribute("aria-expanded","false"),t&&n.focus({preventScroll:!0})}function Jc({element:t},e){let{style:n}=t,
o=e.closest("[data-stays]")!==null;if(t.classList.toggle("stays",o),n.left=n.top="",matchMedia(xm).matches)return;let s=e.getBoundingClientRect(),r=[e.closest("\
[data-keep-clear]"),document.querySelector("[data-keep-seen]")],[i,a]=r.map(u=>u?.getBoundingClientRect()),c=document.documentElement.clientWidth-t.offsetWidth-
Vo,l=i&&a&&a.right<c?a.right+Vo:Vo;n.left=`${Math.max(Math.min(Math.max(s.left,l),c),Vo)+(o?0:scrollX)}px`,n.top=`${(i??s).bottom+6+(o?0:scrollY)}px`}var Xc=t=>Fe.
element.contains(t)||Fe.opener.contains(t);addEventListener("keydown",t=>{Fe===null||t.key!=="Escape"||(t.preventDefault(),bn({giveBack:!0}))});addEventListener(
"pointerdown",t=>{Fe!==null&&!Xc(t.target)&&bn({giveBack:!1})});addEventListener("focusin",t=>{Fe!==null&&!Xc(t.target)&&bn({giveBack:!1})});addEventListener("r\
esize",()=>{Fe!==null&&Jc(Fe,Fe.opener)});var{models:lt,margin:_n,against:Qc,stated:Ko,units:el}=b.page;function tl(t,e){let n=Mm(t,e),o=Om(t,e),s=Ot({key:"models",title:lt.title,content:[o.element,n.element]});
function r(a){n.show(a),o.show(a)}function i({group:a,models:c}){let l=t.models.length,u=c.length===l?lt.all:lt.some,h=l===1?lt.one_model:d(u,{count:c.length,all:l});
return t.groups.length===0?h:`${a??lt.everyone}, ${h}`}return{...s,show:r,words:i}}function Mm(t,e){let n=t.models.map(()=>w("input",{type:"checkbox"})),o=()=>t.
models.filter((l,u)=>n[u].checked),s=t.models.map((l,u)=>w("label",{class:"check",title:l},n[u],Ho(u),wn(l))),r=w("p",{class:"said",role:"status"});n.forEach(l=>l.
addEventListener("change",()=>{o().length===0?(l.checked=!0,r.textContent=lt.stays):e({models:o()})}));let i=w("div",{class:"list"},...s),a=w("div",{class:"mode\
ls",role:"group","aria-label":lt.shown},i,r);function c({models:l}){F(r,""),t.models.forEach((u,h)=>{n[h].checked=l.includes(u)})}return{element:a,show:c}}function Om(t,e){
let n=({name:i,patients:a,estimable:c},l)=>w("option",{value:l,disabled:!c},`${i} (${c?`${L(a)} ${t.counted}`:lt.not_estimable})`),o=w("select",{id:"group"},w("\
option",{value:"-1"},lt.everyone),...t.groups.map(n));return o.addEventListener("change",()=>e({group:t.groups[Number(o.value)]?.name??null})),{element:w("div",
{class:"group",hidden:t.groups.length===0},w("label",{for:"group"},lt.group),o),show:({group:i})=>{o.value=String(t.groups.findIndex(({name:a})=>a===i))}}}function Pr(t,e){
let n=w("div",{class:"list",role:"radiogroup","aria-label":e}),o="";function s(r,i,a){let c=JSON.stringify(r.map(({text:u})=>u));if(c!==o){o=c;let u=({value:h,text:f},p)=>{
let m=w("input",{type:"radio",name:t,value:p});return m.addEventListener("change",()=>a(h)),w("label",{class:"check"},m,w("bdi",{},f))};n.replaceChildren(...r.map(
u))}let l=r.findIndex(({value:u})=>u===i);[...n.querySelectorAll("input")].forEach((u,h)=>{u.checked=h===l})}return{element:n,show:s}}function nl(t){let e=Pr("u\
nits",el.title),n=Ot({key:"units",title:el.title,content:[e.element]}),o=Fn.map(({name:r})=>({value:r,text:r}));return{...n,show:({units:r})=>e.show(o,r,i=>t({units:i})),
words:({units:r})=>r}}function ol(t){let e=w("input",{type:"text",inputmode:"decimal",autocomplete:"off",id:"margin"}),n=w("p",{class:"said",role:"status"}),o=w(
"p",{class:"note"},_n.note),s=w("label",{for:"margin"},_n.label),r=[w("div",{class:"typing"},s,e),o,n],i=Ot({key:"margin",title:_n.title,content:r,onOpen:()=>F(
n,"")}),a="";e.addEventListener("change",()=>{let u=e.value.trim();if(u===a)return;let h=u===""?null:Number(u.replace(",",".")),f=h!==null&&!(h>=0&&h<1e3);F(n,f?
d(_n.not_a_number,{typed:u}):""),f?e.setAttribute("aria-invalid","true"):t({margin:h})}),e.addEventListener("blur",()=>{e.value=a,e.removeAttribute("aria-invali\
d")});function c({margin:u,units:h}){a=(u??null)===null?"":K(u,6),e.disabled=D(h).weighted,e.removeAttribute("aria-invalid"),document.activeElement!==e&&(e.value=
a)}return{...i,show:c,words:({margin:u})=>(u??null)===null?_n.none:d(_n.some,{margin:K(u,6)})}}function sl(t){let e=Pr("against",""),n=Ot({key:"against",title:"",
content:[e.element]});function o({state:s,models:r,verdict:i}){let{best:a,runnerUp:c}=i;F(n.heading,d(Qc.title,{best:a}));let u=[...r.map(({name:f})=>f),...wt].
filter(f=>f!==a&&(f!==$||c!==f)),h=[{value:null,text:d(Qc.runner_up,{name:c})},...u.map(f=>({value:f,text:f}))];e.show(h,s.against??null,f=>t({against:f}))}return{
...n,show:o}}function rl(t,e){let n=Pr("stated",Ko.title),o=Ot({key:"stated",title:Ko.title,content:[n.element]}),s=t.map(({name:i,exact:a},c)=>({value:c,text:a?
i:d(Ko.range,{name:i})}));function r(i){let a=t.findIndex(c=>hn({...i,...c.state},i));n.show(s,a,c=>e({...t[c].state},!0))}return{...o,show:r,words:()=>Ko.button,
isEmpty:t.length===0}}var Tm=Array.from({length:90},(t,e)=>10+e);function Fr(t,e){let n=[];for(let o=Math.floor(Math.log10(t))-1;o<=Math.log10(e);o++)for(let s of Tm)n.push(+`${s}e${o}`);
return n.filter(o=>o>=t*(1-1e-12)&&o<=e*(1+1e-12))}function il([t,e]){return Fr(100*t,100*e).map(n=>Number((n/100).toPrecision(4)))}function al([t,e]){let n=Fr(
1,(1-t)/t).reverse(),o=Fr(1,e/(1-e)).slice(1);return[...n.map(s=>1/(1+s)),...o.map(s=>s/(1+s))]}var cl=([t,e],n)=>n>=t*(1-1e-9)&&n<=e*(1+1e-9);function ll(t){let e=[
.1,1,10,50,90];return[.1,.5,1,2,5,10,20,50,80,90].map(n=>({value:n/100,text:`${n} %`,minor:!e.includes(n)})).filter(({value:n})=>cl(t,n))}function ul(t){let e=[
1e3,100,10,1],n=[1e3,100,30,10,3,1].map(s=>({value:1/(1+s),text:`1:${s}`,minor:!e.includes(s)})),o=[10,100,1e3].map(s=>({value:s/(1+s),text:`${s}:1`}));return[...n,
...o].filter(({value:s})=>cl(t,s))}var Dr="slider-keys",hl=10,Lr=22;function Em(t,e,n){let o=1e-9*e;if(n>0){let r=t.findIndex(i=>i>e+o);return r<0?t.at(-1):t[Math.min(r+n-1,t.length-1)]}let s=t.findLastIndex(
r=>r<e-o);return s<0?t[0]:t[Math.max(s+n+1,0)]}function xn(t,e){let n=S(e),o=t.findIndex(i=>i>=n);if(o<=0)return o<0?t.at(-1):t[0];let[s,r]=[t[o-1],t[o]];return e-
E(s)<E(r)-e?s:r}var Am={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1,PageUp:hl,PageDown:-hl,End:1/0,Home:-1/0};function pl(t){let{limits:e,ticks:n}=t,o=E(e[0]),
s=h=>(E(h)-o)/(E(e[1])-o),r=w("div",{class:"band"}),i=[0,1].map(()=>w("div",{class:"handle",role:"slider",tabindex:"0","aria-describedby":Dr})),a=w("div",{class:"\
rail"},r,...i),c=w("div",{class:"ticks","aria-hidden":"true"});for(let{value:h,text:f,minor:p}of n){let m=s(h)<.03?"first":s(h)>.97?"last":null,g=w("span",{class:p?
"minor":m},f);g.style.left=`${100*s(h)}%`,c.append(g)}let l=w("div",{class:"slider"},a,c),u={...t,element:l,rail:a,band:r,handles:i,place:s,ends:[...e],single:!1,
off:!1};return i.forEach((h,f)=>h.addEventListener("keydown",p=>$m(u,f,p))),a.addEventListener("pointerdown",h=>Rm(u,h)),{element:l,show:(h,f)=>Sm(u,h,f)}}function Sm(t,e,{
single:n,off:o}){let{handles:s,band:r,place:i,limits:a,names:c,textOf:l}=t;Object.assign(t,{ends:e,single:n,off:o});let u=n?[c.one,""]:[c.low,c.high],h=[a[0],e[0]],
f=[n?a[1]:e[1],a[1]];s.forEach((g,v)=>{g.style.left=`${100*i(k(e[v],...a))}%`,g.hidden=n&&v===1;let _={"aria-label":u[v],"aria-valuemin":h[v],"aria-valuemax":f[v],
"aria-valuenow":e[v],"aria-valuetext":l(e[v]),"aria-disabled":o};for(let[y,x]of Object.entries(_))g.setAttribute(y,x)});let[p,m]=e.map(g=>100*i(k(g,...a)));r.style.
left=`${p}%`,r.style.width=`${m-p}%`,t.element.classList.toggle("off",o)}function Zo(t,e){e[0]===t.ends[0]&&e[1]===t.ends[1]||t.onChange(e)}function ml(t,e,n){let[
o,s]=t.ends;return t.single?Zo(t,[n,n]):Zo(t,e===0?[Math.min(n,s),s]:[o,Math.max(n,o)])}function $m(t,e,n){let o=Am[n.key];if(o===void 0||t.off||n.altKey||n.ctrlKey||
n.metaKey)return;n.preventDefault();let s=t.ends.map(r=>Em(t.grid,r,o));if(n.shiftKey&&!t.single){!s.some((i,a)=>i===t.ends[a])&&Number.isFinite(o)&&Zo(t,s);return}
ml(t,e,s[e])}function fl(t,e){let n=t.rail.getBoundingClientRect(),[o,s]=t.limits.map(E);return o+k((e.clientX-n.left)/n.width,0,1)*(s-o)}function Nm(t,e){if(t.
single)return 0;let n=t.rail.getBoundingClientRect(),o=t.ends.map(s=>e.clientX-(n.left+t.place(s)*n.width));return Math.abs(o[0]-o[1])<3?Math.abs(o[0])<Lr?"eith\
er":o[0]<0?0:1:o[0]>Lr&&o[1]<-Lr?"both":Math.abs(o[0])<=Math.abs(o[1])?0:1}function Rm(t,e){if(t.off||e.button!==0)return;e.preventDefault();let{rail:n,handles:o,
grid:s}=t,r=Nm(t,e),i=fl(t,e),a=t.ends.map(E);o[r===1?1:0].focus({preventScroll:!0}),n.setPointerCapture(e.pointerId);let c=u=>{let h=fl(t,u);if(r==="either"){if(xn(
s,h)===xn(s,i))return;r=h<i?0:1,o[r].focus({preventScroll:!0})}r==="both"?Im(t,a,h-i):ml(t,r,xn(s,h))},l=()=>{n.removeEventListener("pointermove",c);for(let u of[
"pointerup","pointercancel"])n.removeEventListener(u,l)};n.addEventListener("pointermove",c);for(let u of["pointerup","pointercancel"])n.addEventListener(u,l);r!==
"both"&&r!=="either"&&!o.includes(e.target)&&c(e)}function Im(t,e,n){let[o,s]=t.limits.map(E),r=k(n,o-e[0],s-e[1]);Zo(t,e.map(i=>xn(t.grid,i+r)))}function Cm(t,e){let n=w("input",{type:"text",inputmode:"decimal",size:"5",autocomplete:"off","aria-label":t}),o="",s=i=>{o=i,document.activeElement!==n&&(n.value=
i),n.removeAttribute("aria-invalid")},r=()=>{n.value.trim()!==o&&(e(n.value.trim())?n.value=o:n.setAttribute("aria-invalid","true"))};return n.addEventListener(
"change",r),n.addEventListener("blur",()=>{n.value=o,n.removeAttribute("aria-invalid")}),{box:n,show:s}}function Wr(t,e){let n=w("input",{type:"checkbox"}),o=w(
"span",{},t);return n.addEventListener("change",()=>e(n.checked)),{element:w("label",{class:"check"},n,o),box:n,words:o}}var dl=Math.log(2);function Pm(t,e,n){if(t?.
value===e)return t.range;let[o,s]=t?.range.map(E)??[-dl,dl];return[-1,1].map(r=>xn(n,E(e)+r*(s-o)/2))}function jr({limits:t,words:e,slider:n,boxText:o,textOf:s,
read:r,onEnds:i,extra:a=[]}){let c=t,l=!1,u=null,h=w("p",{class:"said",role:"status"}),f=V=>F(h,V),p=(V,xe="")=>{i(V),f(xe)},m=V=>xe=>{let fe=r(xe.replace(",","\
.")),[Ns,Pn]=t.map(s);if(!(fe>0&&fe<1))f(d(e.not_a_number,{typed:xe}));else if(fe<t[0]*(1-1e-11)||fe>t[1]*(1+1e-11))f(d(e.outside,{typed:s(fe),low:Ns,high:Pn}));else{
let ro=!l&&(V===0?fe>c[1]:fe<c[0]),dh=l||ro?[fe,fe]:V===0?[fe,c[1]]:[c[0],fe];return p(dh,ro?d(e.other_end,{value:s(fe)}):""),!0}return!1},g=[e.low_box,e.high_box].
map((V,xe)=>Cm(V,m(xe))),v=w("span",{},b.page.to),_=w("span",{class:"tail"}),y=Wr(b.page.one_value,V=>{if(l=V,V){let xe=de(...c);u={range:c,value:xe},p([xe,xe])}else
p(Pm(u,c[0],n.grid))}),x=pl({...n,limits:t,onChange:V=>p(V)}),I=w("div",{class:"typing"},w("b",{},e.lead),g[0].box,v,g[1].box,_),j=w("div",{class:"checks"},y.element,
...a),H=w("div",{class:"line"},I,j),le=w("div",{class:"range",role:"group","aria-label":n.names.group},H,x.element,h);function Ye(V,{fresh:xe,off:fe,words:Ns}){
c=V,(xe||V[0]!==V[1])&&(l=V[0]===V[1]),y.box.checked=l,g.forEach(({show:Pn},ro)=>Pn(o(V[ro]))),g[1].box.hidden=v.hidden=l;for(let{box:Pn}of[...g,y])Pn.disabled=
fe;x.show(V,{single:l,off:fe}),F(_,Ns)}return{element:le,show:Ye,quiet:()=>f("")}}var{prevalence:Yn}=b.page;function Fm(t,e){let n=o=>o.replace(/\{(one_outcome|outcome|one_action|action)\}/g,(s,r)=>t[r]);return Object.fromEntries(Object.entries(
e).map(([o,s])=>[o,n(s)]))}var gl=({title:t,low:e,high:n,one:o})=>({group:t,low:e,high:n,one:o});function vl(t,e){let{limits:n}=t,o=t.own.prevalence,s=0,r=Wr(Yn.
observed,l=>{i.quiet(),e({prevalence:l?null:o??[s,s]})}),i=jr({limits:n.prevalence,words:Yn,slider:{grid:il(n.prevalence),ticks:ll(n.prevalence),names:gl(Yn),textOf:me},
boxText:l=>K(100*l,4),textOf:me,read:l=>l===""?NaN:Number(l.replace(/\s*%$/,""))/100,onEnds:l=>e({prevalence:l}),extra:[r.element]}),a=Ot({key:"prevalence",title:Yn.
title,content:[i.element],onOpen:i.quiet});function c({prevalence:l,group:u},h){s=k(t.patientsPrevalence(u),...n.prevalence),l!==null&&(o=l);let f=l===null;r.box.
checked=f,F(r.words,d(Yn.observed_in,{prevalence:z(s)})),i.show(l??[s,s],{fresh:h||f,off:f,words:"%"})}return{...a,show:c}}function wl(t,e){let{limits:n}=t,o=Fm(
rt(t.result),b.page.cost),s=w("p",{class:"note"}),r=jr({limits:n.cost,words:o,slider:{grid:al(n.cost),ticks:ul(n.cost),names:gl(o),textOf:c=>`${St(c)}, ${Ni(c)}`},
boxText:c=>K((1-c)/c,4),textOf:St,read:c=>c.includes(":")?mo(c):mo(`1:${c}`),onEnds:c=>e({cost:c})}),i=Ot({key:"cost",title:o.title,content:[r.element,s],onOpen:r.
quiet});function a({cost:c,units:l},u){let h=!D(l).usesCost,f=c[0]===c[1]?d(o.tail_one,{ratio:St(c[0])}):o.tail;r.show(c,{fresh:u,off:h,words:h?d(o.unused,{units:l}):
f}),F(s,d(o.threshold,{threshold:z(de(...c))}))}return{...i,show:a}}function bl(t,e,n){let o={prevalence:vl(t,e),cost:wl(t,e),models:tl(t,e),against:sl(e),units:nl(e),margin:ol(e),stated:rl(t.page?.settings??[],e)},s=w("p",{class:"\
unseen",id:Dr},b.page.slider_keys),r=["models","units","margin","stated"].map(u=>[o[u],Br(o[u])]);r.at(-1)[1].hidden=o.stated.isEmpty;let i=w("button",{type:"bu\
tton",class:"reset"},b.page.reset);i.addEventListener("click",n);let a=w("div",{class:"settings"},...r.map(([,u])=>u),i),c=[s,...Object.values(o).map(({element:u})=>u)];
function l(u,h){let{state:f}=u;for(let p of Object.values(o))p.show(p===o.against?u:f,h);for(let[p,m]of r)F(m,p.words(f));i.setAttribute("aria-disabled",hn(f,t.
own))}return{panels:o,elements:c,line:a,show:l}}function Br(t,e="quiet"){let n=w("span",{role:"button",tabindex:"0",class:`knob ${e}`});return n.addEventListener(
"keydown",o=>{o.key!=="Enter"&&o.key!==" "||(o.preventDefault(),n.click())}),t.attach(n)}function Lm(t){return w("dl",{class:"pairs"},...t.flatMap(([e,n])=>[w("dt",{},e),w("dd",{},w("bdi",{},n))]))}function Dm({rows:t,used:e,dropped:n},o){return t===
null?`${L(e)} used, fewer than ${L(o)} dropped`:`${L(t)} read, ${L(e)} used, ${L(n.rows)} dropped`}function _l({result:t,page:e}){let{provenance:n,data:o,requirements:s=[]}=t,
r=a=>typeof a=="string"?a:JSON.stringify(a),i=[["baserate",n.version],["made",n.time],["data (SHA-256)",o.sha256],["read from",Object.values(n.source).filter(a=>typeof a==
"string").join(", ")],["rows",Dm(o,e.smallest_cell)],["seed",String(n.seed)],...Object.entries(n.parameters).filter(([,a])=>a!==null).map(([a,c])=>[a,r(c)]),...s.
map(({text:a,met:c,found:l})=>[c?"requirement met":"requirement not met",`${a} (found: ${l})`]),...n.notes.map(a=>["note",a])];document.getElementById("provenan\
ce").append(Lm(i))}function xl({result:t,page:e}){let{score:n,score_at_one_prevalence:o,groups:s,settings:r}=e.error,i=L(e.smallest_cell),a=e.smallest_cell>1?`S\
cores are binned, cases and non-cases apart: every bin holds at least ${i} patients of its class, and no number in this file, nor the difference of two, is abou\
t fewer. Groups with fewer of either class are not shown, and where that would not hide them, another with them.`:"No smallest cell was asked for: a bin may hol\
d a single patient. This file is for use within the house.",c=f=>`${K(1e3*f,2)} per 1,000`,l=t.groups.length>0?`; in a group up to ${c(s)}`:"",u=`What that cost\
s: over ${L(r)} settings of the controls, the net benefit of a model on this page was never further from that of the patients themselves than ${c(n)} over a ran\
ge of prevalences, and ${c(o)} at one prevalence, where all turns on one threshold${l}. Every number has an error of its own beside that, behind which no digit \
is printed. At the study's own setting the numbers are those of the patients, but for those that would tell of fewer than that.`,h=[`No row of a patient is in t\
his file. For each model and group it holds counts of cases and non-cases in narrow bins of the score. ${a}`,u,"The page makes no request: it has no address to \
send anything to, and its security policy forbids any connection. Your setting is in its address only."];(e.reduced||t.data.binning)&&h.push("The scores had bee\
n binned in log odds where the patients are, before they came here."),document.getElementById("privacy").append(...h.map(f=>w("p",{},f)))}var Wm="200px 0px";function yl(){let t=new Map,e=new IntersectionObserver(s=>{for(let{target:r,isIntersecting:i}of s){let a=t.get(r);a.near=i,a.near&&o(a)}},{rootMargin:Wm}),
n=null;function o(s){n===null||s.shown===n||(s.shown=n,s.show(n))}return addEventListener("beforeprint",()=>t.forEach(({show:s})=>s(n,!0))),{add(s,r){t.set(s,{show:r,
near:!1,shown:null}),e.observe(s)},show(s){n=s;for(let r of t.values())r.near&&o(r)}}}function kl(){let t=[];addEventListener("beforeprint",()=>{t=[...document.
querySelectorAll("details:not([open])")];for(let e of t)e.open=!0}),addEventListener("afterprint",()=>{for(let e of t)e.open=!1})}var Ml=new Set,Yo=new Set;addEventListener(
"resize",()=>{for(let t of Ml)t.style.minHeight=""});function Jt(t){Ml.add(t),Yo.size===0&&setTimeout(jm),Yo.add(t)}function jm(){let t=[...Yo].map(e=>[e,Math.ceil(
e.getBoundingClientRect().height)]);Yo.clear();for(let[e,n]of t)n>(Number.parseFloat(e.style.minHeight)||0)&&(e.style.minHeight=`${n}px`)}var{page:zr}=b,Bm={prevalence:"prevalence",cost:"cost",best:"models",group:"models",other:"against"},zm=500,qr=t=>Jo(t).map(e=>e.text??e).join("");function Jo({
verdict:t,state:e}){let n=s=>typeof s=="string"?et(s):s.control==="prevalence"?{...s,text:et(s.text)}:s,o=t.sentence.map(n);return e.group===null?o:[{control:"g\
roup",text:e.group},": ",...o]}function et(t){return t.replace(/(?<![\p{L}\p{N}_)\]])-(?=\d)/gu,"−").replace(/ (?=%)|(?<=[<>]) (?=\d)/g," ")}function Jn(t,e,n){
let o=new Map,s="",r=(i,a)=>{let c=`${i}${a}`;return o.has(c)||o.set(c,Br(e[Bm[i]],n)),o.get(c)};return(i,a=()=>null)=>{let c=i.map(h=>typeof h=="string"?null:h.
control),l=c.join(),u=i.map((h,f)=>{if(typeof h=="string")return h;let p=r(h.control,c.slice(0,f).filter(m=>m===h.control).length);if(p.dataset.control=h.control,
p.textContent!==h.text){let m=["best","other","group"].includes(h.control);p.replaceChildren(m?wn(h.text):h.text)}return p.style.color=a(h)??"",p});l===s&&t.childNodes.
length===u.length?u.forEach((h,f)=>{let p=t.childNodes[f];typeof h=="string"&&p.data!==h&&(p.data=h)}):(s=l,t.replaceChildren(...u.map(h=>typeof h=="string"?document.
createTextNode(h):h)))}}var qm=t=>`var(--model-${t%7}-edge)`;function Ol(t,e){let n=w("h2",{id:"sentence","data-keep-clear":!0}),o=w("p",{id:"second"}),s=w("p",
{class:"bins",id:"bins","data-exact":t.page.smallest_cell===1}),r=w("p",{class:"unseen",role:"status"}),i=Jn(n,e,"strong"),a=0;function c(l){let u=new Map(l.models.
map(h=>[h.name,h.index]));i(Jo(l),({control:h,text:f})=>h==="best"&&u.has(f)?qm(u.get(f)):null),F(o,et(Gm(l))),F(s,et(Gr(t,l))),clearTimeout(a),a=setTimeout(()=>F(
r,`${qr(l)} ${o.textContent}`),zm)}return{elements:[n,o,s,r],show:c}}function Gm({verdict:t,scale:e,models:n,comparisons:o}){let{best:s,runnerUp:r,added:i,possible:a}=t,
c=n.find(({name:u})=>u===(s===$?r:s)),{confidence:l}=o.find(u=>u.model===c.name&&u.other===$);return[d(zr.second_added,{model:c.name,added:ye(i,e),possible:Di(a,
e),unit:e.short}),d(zr.second_sure,{confidence:cn(l)})].join(" ")}function Gr({page:t},{exact:e=!0,error:n=0,verdict:o,scale:s}){if(e||!(n>0))return"";let{difference:r}=o;
if(!(n>(r.high-r.low)/20||2*n*s.factor>10**-s.digits)&&!o.withinError)return"";let a=d(zr.bins,{least:t.smallest_cell,error:`${Um(n*s.factor)} ${s.short}`});return o.
withinError?`${a} ${b.verdict.within_error}`:a}function Um(t){let e=10**(Math.floor(Math.log10(t))-1);return String(Number((Math.ceil(t/e-1e-9)*e).toPrecision(2)))}function Hm(t){return/^[\s\x00-\x1f]*[=+\-@]/.test(t)?`'${t}`:t}function Vm(t){if(t==null||Number.isNaN(t))return"";if(typeof t=="number"||typeof t=="boolean")return String(
t);let e=Hm(String(t));return/[",\r\n]/.test(e)?`"${e.replaceAll('"','""')}"`:e}function Km({sources:t={},recalibrated:e=[],margin:n=null}){let o=Object.entries(
t).map(([s,r])=>`${s} ${r}`);return{...n===null?{}:{margin_per_1000:n},...o.length>0?{taken_as_calibrated_to:o.join("; ")}:{},...e.length>0?{taken_recalibrated:e.
join("; ")}:{}}}function Xo({heads:t,rows:e},n){let o={prevalence_low:n.prevalence===null?"own":n.prevalence[0],prevalence_high:n.prevalence===null?"own":n.prevalence[1],
cost_low:n.cost[0],cost_high:n.cost[1],units:n.units,chosen_group:n.group??"everyone",...Km(n)},s=[[...t,...Object.keys(o)]];for(let r of e)s.push([...r,...Object.
values(o)]);return s.map(r=>r.map(Vm).join(",")).join(`\r
`)+`\r
`}var{figures:Te}=b,Zm=2,Ym=16e6,Ur=null;function es(t){Ur??=document.body.appendChild(w("p",{class:"status unseen",role:"status","aria-live":"polite"})),F(Ur,""),
setTimeout(()=>F(Ur,t),30)}function yn(t,e,n){let o=t instanceof Blob?t:new Blob([t],{type:`${n};charset=utf-8`}),s=URL.createObjectURL(o),r=w("a",{href:s,download:e});
document.body.append(r),r.click(),r.remove(),setTimeout(()=>URL.revokeObjectURL(s),1e4),es(d(Te.saved,{name:e}))}async function Hr(t,e){let n=!1;try{await navigator.
clipboard.writeText(t),n=!0}catch{n=Jm(t)}return es(d(n?Te.copied:Te.not_copied,{what:e})),n}function Jm(t){let e=document.activeElement,n=document.body.appendChild(
w("textarea",{class:"unseen",readonly:!0}));n.value=t,n.select();let o=!1;try{o=document.execCommand("copy")}catch{}return n.remove(),e?.focus?.({preventScroll:!0}),
o}var El=t=>Hr(t,Te.the_sentence),Al=()=>Hr(location.href,Te.the_link),Tl="http://www.w3.org/2000/svg",Qo=14,Sl=22;function $l({viewBox:{baseVal:t}}){return{width:t.
width+2*Qo,height:t.height+2*Qo+Sl}}function Vr(t,e){let{width:n,height:o}=$l(t),s=t.cloneNode(!0);for(let h of s.querySelectorAll(".figure-reader, [aria-hidden\
=true]"))h.remove();let r=s.querySelector("[role=img]")?.getAttribute("aria-label")??e;for(let h of s.querySelectorAll("*"))for(let f of Xm)h.removeAttribute(f);
s.removeAttribute("style"),s.removeAttribute("class");let i={x:-Qo,y:-Qo-Sl},a={xmlns:Tl,width:n,height:o,viewBox:`${i.x} ${i.y} ${n} ${o}`,role:"img"};a["font-\
family"]=getComputedStyle(t).fontFamily;for(let h in a)s.setAttribute(h,a[h]);let c=(h,f="",p={})=>{let m=document.createElementNS(Tl,h);m.textContent=f;for(let g in p)
m.setAttribute(g,p[g]);return m},l=c("rect","",{...i,width:n,height:o,fill:J}),u=c("text",e,{x:0,y:-12,"font-size":15,"font-weight":600});return s.prepend(c("ti\
tle",e),c("desc",r),l,u),Vc(new XMLSerializer().serializeToString(s))}var Xm=["style","class","role","tabindex",...["label","valuenow","valuemin","valuemax","va\
luetext","orientation","disabled"].map(t=>`aria-${t}`)];async function Nl(t,e){let{width:n,height:o}=$l(t),s=Math.min(Zm,Math.sqrt(Ym/(n*o))),r=new Image;r.src=
`data:image/svg+xml;charset=utf-8,${encodeURIComponent(Vr(t,e))}`,await r.decode();let i=w("canvas",{width:Math.round(n*s),height:Math.round(o*s)});return i.getContext(
"2d").drawImage(r,0,0,i.width,i.height),new Promise((a,c)=>i.toBlob(l=>l?a(l):c(new Error("no picture")),"image/png"))}async function Qm(t,e,n){try{yn(await Nl(
t,e),`${n}.png`)}catch{es(Te.no_picture)}}async function ed(t,e){try{await navigator.clipboard.write([new ClipboardItem({"image/png":Nl(t,e)})]),es(d(Te.copied,
{what:Te.the_figure}))}catch{await Hr(Vr(t,e),Te.the_figure_as_svg)}}function Rl({key:t,title:e,figure:n,table:o,state:s}){let r=`baserate-${t}`,i=()=>typeof e==
"function"?e():e,a=c=>()=>n()&&c(n());return nd(Te.save,d(Te.save_this,{title:i()}),[[Te.save_svg,a(c=>yn(Vr(c,i()),`${r}.svg`,"image/svg+xml"))],[Te.save_png,a(
c=>Qm(c,i(),r))],[Te.copy_figure,a(c=>ed(c,i()))],[Te.save_csv,()=>yn(Xo(o(),s()),`${r}.csv`,"text/csv")]])}var td=0;function nd(t,e,n){let o=`menu-${++td}`,s=w(
"button",{type:"button",class:"save","aria-haspopup":"menu","aria-expanded":"false","aria-controls":o,title:e,"aria-label":e},t),r=n.map(([h,f])=>{let p=w("butt\
on",{type:"button",role:"menuitem",tabindex:"-1"},h);return p.addEventListener("click",()=>{u(!0),f()}),p}),i=w("div",{id:o,role:"menu",class:"menu","aria-label":e,
hidden:!0},...r),a=w("div",{class:"save-menu"},s,i),c=h=>a.contains(h.target)||u(!1);function l(h){i.hidden=!1,s.setAttribute("aria-expanded","true"),r.at(h).focus(),
document.addEventListener("pointerdown",c)}function u(h){i.hidden=!0,s.setAttribute("aria-expanded","false"),document.removeEventListener("pointerdown",c),h&&s.
focus()}return s.addEventListener("click",()=>i.hidden?l(0):u(!0)),s.addEventListener("keydown",h=>{let f={ArrowDown:0,ArrowUp:-1}[h.key];f!==void 0&&(h.preventDefault(),
l(f))}),i.addEventListener("keydown",h=>od(h,r,u)),a.addEventListener("focusout",h=>{h.relatedTarget&&!a.contains(h.relatedTarget)&&!i.hidden&&u(!1)}),a}function od(t,e,n){
let o=e.indexOf(document.activeElement),s={ArrowDown:o+1,ArrowUp:o-1,Home:0,End:e.length-1};t.key==="Escape"?(t.stopPropagation(),n(!0)):t.key in s&&(t.preventDefault(),
e[(s[t.key]+e.length)%e.length].focus())}function sd({state:t,answer:e,link:n,tables:o}){let s=o.map(({key:h,title:f,table:p})=>[h,{title:f,heads:p.heads,rows:p.
rows}]),{verdict:r,scale:i,level:a,slice:c,setting:l}=e,u={link:n,state:t,setting:l,slice:c,level:a,unit:i.unit,verdict:r.text};return`${JSON.stringify({...u,tables:Object.
fromEntries(s)},rd,1)}
`}function rd(t,e){return typeof e=="number"?Number.isFinite(e)?e:null:ArrayBuffer.isView(e)?Array.from(e):e}function Il(t){yn(sd(t),"baserate-data.json","appli\
cation/json")}var{opening:ut,page:ts}=b;function Cl(t){let{outcome:e,title:n}=rt(t.result),o=n??t.page.title;document.getElementById("title").textContent=o,document.title=o.replace(
/\s+/g," ");let{data:s}=t.result,r=document.getElementById("patients-line");r.textContent=d(ts.patients,{patients:L(s.used),counted:t.counted,positives:L(s.positives),
outcome:e})}function Pl({result:t,page:e}){let{data:n,deployment:o,provenance:s}=t,r=[d(n.clusters===null?ut.patients:ut.clusters,{patients:L(n.used),positives:L(
n.positives),prevalence:z(n.prevalence),clusters:L(n.clusters??0),cluster:s.parameters.cluster})];return n.dropped.rows!==0&&r.push(id(n,e.smallest_cell)),r.push(
ad(o.source_prevalence)),e.reduced&&r.push(ut.binned),r}function id({rows:t,dropped:e},n){let o=Object.entries(e.missing).map(([s,r])=>r===null?s:d(ut.dropped_because,
{column:s,rows:L(r)})).join(", ");return e.rows===null?d(ut.dropped_few,{least:n,reasons:o}):d(ut.dropped,{dropped:L(e.rows),rows:L(t),reasons:o})}function ad(t){
let e=Object.entries(t).filter(([,n])=>n.of!=="group").map(([n,{value:o,of:s}])=>d(s==="all"?ut.calibrated_to_all:ut.calibrated_to_one,{model:n,prevalence:me(o)}));
return e.length===0?ut.calibrated_to_observed:d(ut.calibrated_to,{models:e.join(", ")})}function Fl(t,e,n){let o=(i,a)=>{let c=w("button",{type:"button",class:"\
plain"},i);return c.addEventListener("click",a),c},s=()=>Il({state:t().state,answer:t(),link:e(),tables:n()}),r=()=>{e(),Al()};return[o(ts.copy_link,r),o(ts.copy_sentence,
()=>El(qr(t()))),o(ts.save_all,s)]}var{page:kn}=b,cd=3;function ld(t){return[...Ll(t),...t.result.warnings,...Pl(t)]}function Ll({result:{requirements:t=[]}}){return t.filter(({met:n})=>!n).map(({
text:n,found:o})=>d(kn.requirement,{text:n,found:o}))}function Dl(t,e){let n=ld(t),o=Ll(t).map(h=>({kind:"requirement",text:h,action:null})),s=w("ul",{}),r=w("u\
l",{}),i=w("p",{id:"verdict-text"}),a=w("summary",{},kn.verdict_in_full),c=w("details",{class:"more-notes"},a,w("h3",{},kn.verdict_in_full),i,r),l=w("section",{
id:"before","aria-labelledby":"before-title"},w("h2",{id:"before-title",tabindex:"-1"},kn.before_title),s,c);function u({before:h}){let f=[...o,...h].slice(0,cd);
for(;s.children.length>f.length;)s.lastChild.remove();f.forEach((v,_)=>ud(s.children[_]??s.appendChild(w("li",{})),v,e));let p=new Set(f.map(({text:v})=>v)),m=n.
filter(v=>!p.has(v));for(;r.children.length>m.length;)r.lastChild.remove();m.forEach((v,_)=>F(r.children[_]??r.appendChild(w("li",{})),et(v)));let g=m.length+1;
F(a,g===1?kn.verdict_in_full:d(kn.more_notes,{count:g})),Jt(s)}return{element:l,show:u,showVerdict:({verdict:h})=>F(i,et(h.text))}}function ud(t,{kind:e,text:n,
action:o,actions:s=o?[o]:[]},r){let i=JSON.stringify([e,n,s]);t.dataset.shown!==i&&(t.dataset.shown=i,t.dataset.kind=e,t.replaceChildren(w("span",{class:"words"},
et(n)),...s.flatMap(a=>[" ",hd(a,r)])))}function hd({text:t,change:e},n){let o=w("button",{type:"button",class:"switch"},et(t));return o.addEventListener("click",
()=>{n(e),o.isConnected||document.querySelector("#before .switch, #before-title").focus()}),o}var{page:ns}=b;function fd({id:t,title:e}){let n=w("a",{href:`#${t}`},e);return n.addEventListener("click",o=>{o.preventDefault(),Kr(t)}),n}function Kr(t){let e=document.
getElementById(t);if(e===null)return!1;e.localName==="details"&&(e.open=!0),e.scrollIntoView({block:"start"});let n=e.querySelector("summary, h2, h3")??e;return n.
localName!=="summary"&&(n.tabIndex=-1),n.focus({preventScroll:!0}),!0}function Wl(t,e){let n=w("span",{class:"words"}),o=w("span",{class:"numbers"}),s=w("p",{class:"\
brief"},n,o),r=Jn(o,e,"quiet"),i=w("ul",{},...t.map(u=>w("li",{},fd(u)))),a=w("nav",{"aria-label":ns.contents},i),c=w("div",{id:"contents","data-stays":!0},a,s);
function l(u){let{verdict:h}=u,f=m=>Jo(u).find(g=>g.control===m),p=[f("prevalence"),f("cost")].filter(Boolean);F(n,pd(h)),r(p.flatMap((m,g)=>g===0?[m]:[", ",m]))}
return{element:c,show:l}}function pd({best:t,decided:e,betterThanWithout:n}){return n.length===0?ns.brief.none:e?d(ns.brief.use,{best:t}):ns.brief.too_close}var T={title:15,text:13,tick:12};function C(t,e,n,o,s,r=""){let i=M(t,"text",{x:O(e),y:O(n),...s}),a=`${o}
${r}`;return i.drawnWords===a||(i.drawnWords=a,i.textContent=o,r&&(i.appendChild(document.createElementNS(Zt,"title")).textContent=r)),i}function ge(t,e,n,o,s,r){
let i=Ft(o,s,r?.["font-size"]??T.text,r?.["font-weight"]??400);return C(t,e,n,bt(i),r,i===ce(o)?"":o)}var Xn=new Map,Zr=null,Yr="sans-serif";function R(t,e=T.text,n=400){
let o=`${n}/${e}/${t}`,s=Xn.get(o);return s===void 0&&(Zr??=document.createElement("canvas").getContext("2d"),Zr.font=`${n} ${e}px ${Yr}`,s=Zr.measureText(t).width,
Xn.size>3e3&&Xn.clear(),Xn.set(o,s)),s}function Ft(t,e,n=T.text,o=400){let s=ce(t);if(R(s,n,o)<=e)return s;let r=Array.from(s),i=1,a=r.length;for(;i<a;){let c=i+
a+1>>1;R(r.slice(0,c).join("")+"…",n,o)<=e?i=c:a=c-1}return r.slice(0,i).join("").trimEnd()+"…"}function Ne(t,e,n=T.text,o=400){let s=[],r="";for(let i of t.
split(" ")){let a=r?`${r} ${i}`:i;r&&R(a,n,o)>e?(s.push(r),r=i):r=a}return[...s,r]}function Le(t,e,n,o,s,r={}){let i=r["font-size"]??T.text,a=Ne(o,s,i,r["font-w\
eight"]??400);return a.forEach((c,l)=>C(t,e,n+i*(1+1.25*l),c,r)),n+i*1.25*a.length}function Jr(t){return!t||t===Yr?!1:(Xn.clear(),Yr=t,!0)}var Mn={stroke:J,"str\
oke-width":4,"stroke-linejoin":"round","paint-order":"stroke"};function jl(t,e,n,o,s,r={}){return ge(t,e,n,o,s,{...Mn,"text-anchor":"middle",...r})}var Bl=[.001,.002,.005,.01,.02,.05,.1,.2,.5,1,2,5,10,20,50],md=[[...Bl,...Bl.slice(0,-1).map(t=>100-t).reverse()],[.1,.2,.3,.5,.7,1,2,3,4,5,6,7,8,9,10,20,30,40,
50,60,70,80,90,91,92,93,94,95,96,97,98,99],Array.from({length:999},(t,e)=>(e+1)/10)];function tt(t,e,n=8){for(let o of md){let s=o.map(r=>r/100).filter(r=>r>=t&&
r<=e);if(s.length>=3)return s.filter((r,i)=>i%Math.ceil(s.length/n)===0)}return[t,e]}function nt(t,e,n=5){let o=(e-t)/n;if(!(o>0))return[t];let s=10**Math.floor(
Math.log10(o)),r=[1,2,5,10].find(a=>a*s>=o)*s,i=[];for(let a=Math.ceil(t/r-1e-9);a<=e/r+1e-9;a++)i.push(a*r);return i}function os(t,e,n){let o=-1/0;return t.filter(
s=>{let r=Math.abs(e(s)-o)>=n;return r&&(o=e(s)),r})}function ss(t,e,n,o){let s=-1/0;return t.filter(r=>{let i=R(n(r),T.tick)/2,a=k(e(r),i,o-i),c=a-i>=s+10;return c&&
(s=a+i),c})}function Ge(t,e){t.top=Le(t.layer,0,t.top,e,t.width,{"font-size":T.tick,fill:P})+8}function Lt(t,e,n,o=10){return{left:e,top:t.top,right:t.width-o,bottom:t.top+
n}}function ht(t,e,n,o,s=ze){let r="";for(let i of o){let a=O(n(i));r+=`M${e.left} ${a}H${e.right}`,C(t.layer,e.left-6,a+4,s(i),{"text-anchor":"end","font-size":T.
tick})}M(t.layer,"path",{d:r,stroke:gn,"stroke-opacity":.7,fill:"none"})}function ft(t,e=ze){return 10+Math.max(...t.map(n=>R(e(n),T.tick)))}function Ue(t,e,n,o,s,r,i){
let a=`M${e.left} ${e.bottom}H${e.right}`,c=u=>i&&i(u).length>s(u).length?i(u):s(u);for(let u of ss(o,n,c,t.width)){let h=O(n(u));a+=`M${h} ${e.bottom}v5`;let f=R(
c(u),T.tick)/2,p=k(h,f,t.width-f),m={"text-anchor":"middle","font-size":T.tick};C(t.layer,p,e.bottom+18,s(u),m),i&&C(t.layer,p,e.bottom+33,i(u),{...m,fill:A})}M(
t.layer,"path",{d:a,stroke:P,fill:"none"});let l=e.bottom+(i?39:24);return Le(t.layer,e.left,l,r,t.width-e.left,{"font-size":T.tick})}function On(t,e,n="clip"){
let o=M(t.layer,"clipPath",{id:`${t.id}-${n}`});return M(o,"rect",{x:e.left,y:e.top-2,width:e.right-e.left,height:e.bottom-e.top+4}),{"clip-path":`url(#${t.id}-${n}\
)`}}function Xr(t,e){M(t,"path",{d:e,stroke:A,"stroke-width":1.5,"stroke-dasharray":"6 4",fill:"none"})}function zl(t,e,n,[o,s]){let r=c=>k(n(c),e.left,e.right),
i=O(r(o)),a=O(r(s));a-i<1.5?Xr(t.layer,`M${(i+a)/2} ${e.top}V${e.bottom}`):(M(t.layer,"rect",{x:i,y:e.top,width:a-i,height:e.bottom-e.top,fill:qo}),M(t.layer,"p\
ath",{d:`M${i} ${e.top}V${e.bottom}M${a} ${e.top}V${e.bottom}`,stroke:A}))}var rs=new WeakMap,dd=0,Qr=!1,gd=340,vd=760,wd=400;function ei(t){return Qr?wd:t?Math.round(k(t,gd,vd)):480}var bd=new ResizeObserver(t=>{requestAnimationFrame(
()=>t.forEach(e=>_d(e.target,e.contentRect.width)))});function _d(t,e){let n=rs.get(t);if(!n||!(e||Qr))return;n.pixels=e||n.pixels,(Jr(getComputedStyle(t).fontFamily)||
ei(n.pixels)!==n.width)&&n.again()}function ql(t){Qr=t;for(let e of document.querySelectorAll("svg.figure")){let n=rs.get(e.parentNode);n&&ei(n.pixels)!==n.width&&
n.again()}}addEventListener("beforeprint",()=>ql(!0));addEventListener("afterprint",()=>ql(!1));function xd(t){Jr(getComputedStyle(t).fontFamily),t.replaceChildren();
let e=M(t,"svg",{class:"figure",width:"100%",fill:P,"font-size":T.text});e.style.display="block",e.style.overflow="visible";let n=M(e,"g",{role:"img"}),o={id:`f\
igure-${++dd}`,host:t,svg:e,layer:n,pixels:t.clientWidth};return rs.set(t,o),bd.observe(t),o}function re(t,e,n){let o=rs.get(t),s=o?.svg.parentNode===t?o:xd(t);
return s.width=ei(s.pixels),s.again=n,s.question=e,Kn(s.layer),s.top=4,t.hasAttribute("data-untitled")||(s.top=Le(s.layer,0,0,e,s.width,{"font-size":T.title,"fo\
nt-weight":600})+6),s}function oe(t,e,n,o=""){return Zn(t.layer),t.svg.setAttribute("viewBox",`0 0 ${t.width} ${Math.ceil(e)}`),t.layer.setAttribute("aria-label",
`${t.question} ${n} ${o}`.trim()),n}function ie(t,e){t.reader?.remove();let n=Le(t.layer,0,t.top,e,t.width,{fill:A});return oe(t,n+8,e)}function Tn(t,e,n){let o=t.map((r,i)=>i).filter(r=>[t[r],e[r],n[r]].every(Number.isFinite));if(o.length<2)return"";let s=(r,i)=>r.map(a=>`${O(t[a])} ${O(i[a])}`).
join("L");return`M${s(o,n)}L${s([...o].reverse(),e)}z`}var is=18,Tt=8;function He(t,e){t.reader??=new ti(t),t.reader.use(e)}var ti=class{constructor(e){this.figure=e,this.place=null,this.group=M(e.svg,"g",{"aria-hid\
den":"true","pointer-events":"none"}),this.rect=M(e.svg,"rect",{role:"slider",tabindex:"0",fill:"transparent",class:"figure-reader"}),this.rect.style.outline="n\
one",this.rect.style.touchAction="pan-y",this.listen()}listen(){let e=n=>this.follow(n);this.rect.addEventListener("pointermove",e),this.rect.addEventListener("\
pointerdown",e),this.rect.addEventListener("pointerleave",()=>this.leave()),this.rect.addEventListener("focus",()=>this.focus()),this.rect.addEventListener("blu\
r",()=>this.hide()),this.rect.addEventListener("keydown",n=>this.key(n)),this.rect.addEventListener("click",()=>this.place&&this.reading.pick?.(...this.place))}use(e){
this.reading=e;let{area:n,label:o,size:s}=e,r={x:n.left,y:n.top,width:Math.max(n.right-n.left,1),height:Math.max(n.bottom-n.top,1)};this.rect.isConnected||this.
figure.svg.append(this.group,this.rect);for(let i in r)this.rect.setAttribute(i,O(r[i]));this.rect.style.cursor=e.pick?"pointer":"",this.rect.setAttribute("aria\
-label",`${o} ${b.figures.keys_move}`),this.rect.setAttribute("aria-valuemin",0),this.rect.setAttribute("aria-valuemax",Math.max(s[0]-1,0)),this.place?this.stand(
this.place):e.lazy?this.tell(e.start[0],o):this.say(e.start)}remove(){this.hide(),this.group.remove(),this.rect.remove()}follow(e){let n=this.figure.svg.getBoundingClientRect(),
o=this.figure.width/n.width,s=this.reading.at((e.clientX-n.left)*o,(e.clientY-n.top)*o);s&&this.stand(s)}leave(){document.activeElement!==this.rect&&this.hide()}focus(){
this.rect.matches(":focus-visible")&&this.rect.setAttribute("stroke",Kt),this.rect.setAttribute("stroke-width",2),this.place||this.stand(this.reading.start)}key(e){
let[n,o]=this.reading.size,s=Math.max(1,Math.round(n/10)),i={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1],PageDown:[-s,0],PageUp:[s,0],Home:[
-n,0],End:[n,0]}[e.key];if(e.key==="Escape"&&this.hide(),e.key==="Enter"&&this.reading.pick){e.preventDefault(),this.reading.pick(...this.place??this.reading.start);
return}if(!i||o<=1&&i[1])return;e.preventDefault();let[a,c]=this.place??this.reading.start;this.stand([a+i[0],c+i[1]])}stand([e,n]){let[o,s]=this.reading.size,r=(i,a)=>Math.
min(Math.max(i,0),Math.max(a-1,0));this.place=[r(e,o),r(n,s)],this.draw(this.say(this.place))}hide(){this.place=null,this.group.replaceChildren(),this.rect.removeAttribute(
"stroke")}say(e){let n=this.reading.show(...e),o=n.rows.map(({name:s,value:r=""})=>`${bt(ce(s))} ${r}`.trim());return this.tell(e[0],[n.heading,...o,n.foot].filter(
Boolean).join("; ")),n}tell(e,n){this.rect.setAttribute("aria-valuenow",e),this.rect.setAttribute("aria-valuetext",n)}draw(e){let{area:n}=this.reading;Kn(this.group),
e.guide!==!1&&M(this.group,"path",{d:`M${O(e.x)} ${n.top}V${n.bottom}`,stroke:P,"stroke-width":1});for(let{look:o,x:s,y:r}of e.marks??[])r>=n.top-3&&r<=n.bottom+
3&&ne(this.group,o,Z(o,s,r,5));yd(this.group,this.figure,n,e),Zn(this.group)}};function yd(t,e,n,o){let s=T.tick,r=o.rows.map(g=>({...g,shown:Ft(g.name,g.value?
170:e.width-80,s)})),i=Math.max(0,...r.map(g=>R(g.value??"",s,600))),a=Math.max(0,...r.map(g=>R(g.shown,s)+(g.look?30:0))),c=Ft(o.foot??"",e.width-3*Tt,s),l=Math.
max(a+12+i,R(o.heading,s,600),R(c,s)),u=Math.min(l+2*Tt,e.width-2),h=is*(r.length+1+(o.foot?1:0))+Tt,f=Md(o.x,u,e.width),p=Od(o,n,h);M(t,"rect",{x:f,y:p,width:u,
height:h,rx:4,fill:J,stroke:A});let m=p+is;C(t,f+Tt,m-2,o.heading,{"font-size":s,"font-weight":600});for(let g of r)m+=is,kd(t,g,f,u,m);c&&C(t,f+Tt,m+is-1,bt(c),
{"font-size":s,fill:A})}function kd(t,{look:e,shown:n,value:o},s,r,i){e&&(_e(t,e,`M${s+Tt} ${i-6}h22`),ne(t,e,Z(e,s+Tt+11,i-6,3.2))),C(t,s+Tt+(e?30:0),i-2,bt(n),
{"font-size":T.tick}),C(t,s+r-Tt,i-2,o??"",{"font-size":T.tick,"font-weight":600,"text-anchor":"end"})}function Md(t,e,n){return t+12+e<=n-1?t+12:t-12-e>=1?t-12-
e:t>n/2?1:n-e-1}function Od(t,e,n){if(t.low)return e.bottom-n-6;if(t.y===void 0)return e.top+2;let o=t.y+12;return o+n<=e.bottom+30?o:Math.max(t.y-12-n,0)}function Gl(t,e,n,o,s,r){let i=t(n),a=(r-s)/(t(o)-i||1),c=l=>s+(t(l)-i)*a;return c.invert=l=>e(i+(l-s)/a),Object.assign(c,{low:n,high:o,from:s,to:r})}function De(t,e,n,o){
return Gl(Number,Number,t,e,n,o)}function pt(t,e,n,o){return Gl(E,S,t,e,n,o)}function as(t,[e,n],o){let s=r=>k(r,t[0],t[t.length-1]);return[s(S(E(e)-o)),s(S(E(n)+
o))]}function ae(t,e=1/0,n=-1/0){for(let o of t)Number.isFinite(o)&&(o<e&&(e=o),o>n&&(n=o));return[e,n]}function Ve(t,e,n=E){let o=n(e),s=0;for(let r=1;r<t.length;r++)
Math.abs(n(t[r])-o)<Math.abs(n(t[s])-o)&&(s=r);return s}function Ul(t,e){return Array.from(t,n=>O(e(n)))}function q(t){return rt({names:t?.names})}function We({found:t,unit:e},n){return d(t??e,q(n))}function je({name:t,patients:e,positives:n,counted:o},{outcome:s}=q()){
return d(b.figures.slice,{name:B(t),patients:L(e),counted:o??b.tables.patients,positives:L(n),outcome:s})}var{figures:Ee}=b,oi=64,Td=215,cs=22,Hl=.002;function si(t,e,n){let o=re(t,Ee.calibration,()=>si(t,e,n)),s=(e??[]).filter(({curve:f,histogram:p})=>f?.predicted?.
length>1||p?.edges?.length>1);if(!s.length)return ie(o,Ee.calibration_nothing);let r=q(n),i=Y(n.level);Ge(o,d(Ee.calibration_above,{...r,level:i}).replaceAll(" \
%"," %"));let a=Ed(s),c=Sd(o,s,a);for(let f of c)$d(o,f,r);let l=Math.max(...c.map(({bottom:f})=>f)),u=d(Ee.calibration_axis,r),h=Le(o.layer,0,l,u,o.width,{"fo\
nt-size":T.tick});return Cd(o,c,n),oe(o,h+4,Fd(s,n.level))}function Ed(t){let[e,n]=[1/0,-1/0];for(let{histogram:s,curve:r}of t)if(s?.edges?.length>1)for(let i of[
s.cases,s.nonCases])[e,n]=ae([...Ad(s.edges,i)],e,n);else[e,n]=ae(Array.from(r?.predicted??[],E),e,n);let o=s=>s>=e&&s<=n;for(let{curve:s}of t){let r=Array.from(
s?.observed??[],E).filter((i,a)=>o(E(s.predicted[a])));[e,n]=ae(r.map(i=>k(i,e-1,n+1)),e,n)}return[S(e-.1),S(n+.1)]}function Ad(t,e){let[n,o]=[0,e.length-1];for(let s=e[n];s<
Hl&&n<o;s+=e[n])n++;for(let s=e[o];s<Hl&&o>n;s+=e[o])o--;return[t[n],t[o+1]]}function Sd(t,e,n){let o=e.length===3?165:Td,s=k(Math.floor((t.width+cs)/(o+cs)),1,
Math.min(e.length,3)),r=(t.width-cs*(s-1))/s,i=tt(...n,r<300?5:8),a=ft(i,N),c=Math.min(r-a-6,420),l=k(c,150,230),u=42+l+10+oi+26;return e.map((h,f)=>{let p=f%s*
(r+cs),m=t.top+Math.floor(f/s)*(u+14),g={left:p+a,right:p+a+c,top:m+42,bottom:m+42+l},v={...g,top:g.bottom+10,bottom:g.bottom+10+oi};return{model:h,order:f,area:g,
strip:v,ticks:i,x0:p,wide:r,top:m,bottom:m+u,x:pt(...n,g.left,g.right),y:pt(...n,g.bottom,g.top)}})}function $d(t,e,n){let{model:o,area:s,x:r,y:i,ticks:a,x0:c,wide:l,
top:u}=e,h=W(o.index);ne(t.layer,h,Z(h,c+6,u+12,4.5)),ge(t.layer,c+18,u+16,o.name,l-20,{"font-weight":600});let f=Nd(o.observedExpected,l);C(t.layer,c,u+33,f,{"\
font-size":T.tick}),ht(t,s,i,os(a,i,17),N);let p=`M${O(s.left)} ${O(s.bottom)}L${O(s.right)} ${O(s.top)}`;M(t.layer,"path",{d:p,stroke:A,"stroke-width":1.4,"str\
oke-dasharray":"2 3",fill:"none"});let m=M(t.layer,"g",On(t,s,`panel-${e.order}`)),{predicted:g=[],observed:v=[],low:_,high:y}=o.curve??{},x=Array.from(g,r),I=j=>Array.
from(j,H=>k(i(H),s.top-400,s.bottom+400));_&&y&&vn(m,h,Tn(x,I(_),I(y)),.25),_e(m,{...h,dash:""},Pt(x,I(v))),Rd(t,e,h,n)}function Nd(t,e){let n=typeof t=="number"?
{value:t}:t;if(!Number.isFinite(n?.value))return"";let o=d(Ee.observed_expected,{ratio:En(n)});return R(o,T.tick)<=e?o:d(Ee.o_e_of,{ratio:En(n)})}var ni=t=>pe(t,
t<.095?3:2);function En({value:t,low:e,high:n}){let o=ni(t);return!Number.isFinite(e)||!Number.isFinite(n)||e===null||n===null?o:d(Ee.interval,{value:o,low:ni(e),
high:ni(n)})}function Rd(t,e,n,o){let{model:s,strip:r,x:i,ticks:a}=e,{edges:c,cases:l,nonCases:u}=s.histogram??{},h=O((r.top+r.bottom)/2);if(c?.length>1){let p=ae(
[...l,...u],0,0)[1]||1,m=oi/2-2,g=(v,_)=>{let y="";for(let x=0;x<v.length;x++){let[I,j]=[c[x],c[x+1]].map(le=>O(k(i(S(le)),r.left,r.right))),H=O(m*v[x]/p);H>0&&
j>I&&(y+=`M${I} ${h}v${-_*H}H${j}V${h}z`)}return y};M(t.layer,"path",{d:g(l,1),fill:n.colour,stroke:n.edge,"stroke-width":.6}),M(t.layer,"path",{d:g(u,-1),fill:A,
"fill-opacity":.4,stroke:A,"stroke-width":.6})}Id(t,e,o);let f=`M${O(r.left)} ${h}H${O(r.right)}`;for(let p of ss(a,i,N,t.width)){f+=`M${O(i(p))} ${r.bottom}v4`;
let m=R(N(p),T.tick)/2,g={"text-anchor":"middle","font-size":T.tick};C(t.layer,k(i(p),m,t.width-m),r.bottom+17,N(p),g)}M(t.layer,"path",{d:f,stroke:P,fill:"none"})}
function Id(t,{model:e,strip:n,x:o},{outcome:s}){let{edges:r=[],cases:i=[],nonCases:a=[]}=e.histogram??{},c=T.tick,l=(u,h,f)=>{let p=Math.min(R(h,c),n.right-n.left),
m=(_,y)=>Math.max(0,...u.filter((x,I)=>o(S(r[I+1]))>_&&o(S(r[I]))<y)),v=m(n.left,n.left+p)<=m(n.right-p,n.right)?n.left+2:n.right-p-2;ge(t.layer,v,f,h,p+1,{"fon\
t-size":c,fill:A,...Mn})};l(i,s,n.top+11),l(a,Ee.non_cases,n.bottom-3)}function Cd(t,e,n){let o=e.filter(({model:i})=>i.curve?.predicted?.length>1);if(!o.length){
t.reader?.remove();return}let s=(i,a)=>{let c=({x0:l,wide:u,top:h,bottom:f})=>i>=l&&i<=l+u&&a>=h&&a<=f;return Math.max(o.findIndex(c),0)},r=({model:i})=>Array.from(
i.curve?.predicted??[]);He(t,{label:Ee.read_calibration,area:{left:0,right:t.width,top:o[0].area.top,bottom:o.at(-1).strip.bottom},size:[Math.max(...o.map(i=>r(
i).length)),o.length],start:[Math.floor(r(o[0]).length/2),0],at:(i,a)=>{let c=s(i,a),{x:l,area:u}=o[c];return[Ve(r(o[c]),l.invert(k(i,u.left,u.right))),c]},show:(i,a)=>Pd(
o[a],i,n)})}function Pd({model:t,x:e,y:n,area:o},s,r){let{predicted:i,observed:a,low:c,high:l}=t.curve,u=Math.min(s,i.length-1),h=W(t.index),f=[{look:h,name:t.name},
{name:Ee.predicted,value:N(i[u])},{name:Ee.observed_share,value:N(a[u])},...c&&l?[{name:d(Ee.ci,{level:Y(r.level)}),value:vt([c[u],l[u]])}]:[]],p={x:k(e(i[u]),o.
left,o.right),y:k(n(a[u]),o.top,o.bottom)},m=d(Ee.at_risk,{risk:N(i[u])});return{...p,guide:!1,heading:m,rows:f,marks:[{look:h,...p}],foot:je(r.slice,q(r))}}function Fd(t,e){
let n=t.map(({name:o,observedExpected:s})=>{let r=typeof s=="number"?{value:s,low:s,high:s}:s;if(!Number.isFinite(r?.value))return B(o);let{low:i,high:a}=r,c=i>
1?"risks_low":a<1?"risks_high":"risks_right";return d(Ee[c],{name:B(o),ratio:En(r)})});return d(Ee.calibration_caption,{models:n.join("; "),level:Y(e).replace("\
 "," ")})}function Dt(t){return(e,n,o)=>{_e(e,t,`M${n} ${o}h32`),ne(e,t,Z(t,n+16,o,4))}}function An(t){return(e,n,o)=>M(e,"rect",{x:n+2,y:o-6,width:28,height:12,...t})}function ls(t){
return(e,n,o)=>ne(e,t,Z(t,n+22,o,5))}function Re(t,e){let n=0,o=t.top+9;for(let{sample:s,name:r,more:i=""}of e){let a=t.width-40-R(i)-2,c=Ft(r,Math.min(a,300)),
l=38+R(c)+R(i)+18;n>0&&n+l-18>t.width&&(n=0,o+=20),s(t.layer,n,o),C(t.layer,n+38,o+4.5,bt(c)+i,{},c===ce(r)?"":r),n+=l}t.top=o+18}function us([t,e]){return Math.
abs(e-t)<1e-9?(o,s,r)=>Xr(o,`M${s+16} ${r-8}v16`):An({fill:qo,stroke:A})}var{figures:hs,verdict:Vl}=b,Ke=b.numbers.not_from_this_page;function X(t){if(t?.coarse!==void 0)return t.coarse;let{low:e,high:n,error:o=0}=t??{};return o>(n-e)/
2}function ee(t,e,n=!1){return X(t)?Ke:co(t,e,n)}function Xt(t,e,n=!1){if(X(t))return Ke;let{value:o}=t??{};return co({value:o,low:o,high:o,error:t?.error},e,n)}
function Ld(t){let e=t.map(B);return e.length<2?e.join(""):[e.slice(0,-1).join(Vl.comma),e.at(-1)].join(Vl.and)}function Dd({value:t,low:e,high:n,...o}){return{
...o,value:-t,low:-n,high:-e}}function Qn(t,e,n){let o=(f,p)=>t?.comparisons?.find(m=>m.model===f&&m.other===p),[s,r]=[o(e,n),o(n,e)];if(!s&&!r)return null;let{
difference:i,adjusted:a,confidence:c}=s??r,l=[i,{...i,...a}],[u,h]=s?l:l.map(Dd);return{difference:u,adjusted:h,confidence:s?c:1-c}}function Zl(t,e,n){let{verdict:o}=t,
s=Qn(t,e,n);if(o.coarse||!s||X(s.difference))return null;if(o.best===e||o.best===n){let c=o.best===e?n:e,l=o.best===e?1:-1;return Wd(o,c)?l:0}let{low:r,high:i,error:a=0}=s.
adjusted;return r>a?1:i<-a?-1:0}function Wd({best:t,tied:e,betterThanWithout:n},o){return o===$?n.includes(t):!e.includes(o)}function Sn(t){let{kind:e,model:n,tied:o}=zt(
t);return e==="coarse"?Ke:e==="none"?hs.no_model_better:e==="use"?d(hs.best,{best:B(n)}):d(hs.too_close_between,{models:Ld(o)})}var Kl=new WeakMap;function ri(t,e,n,o){
let{range:s,costs:r}=t.setting;if([...s.map(l=>l-n),...r.map(l=>l-o)].every(l=>l===0)&&t.state?.prevalence!==null)return t;if(!e)return null;let a=Kl.get(t);if(a?.
prevalence===n&&a.cost===o)return a.point;let c=e(n,o);return Kl.set(t,{prevalence:n,cost:o,point:c}),c}function Yl(t,e,n,o,s){let r=ri(t,e,n,o);return r?.verdict?
d(hs.at_point,{prevalence:N(n),threshold:N(o),ratio:st(o),best:Sn(r.verdict),...s}):""}var{figures:fs}=b;function ps(t){return t&&{...t,models:(t.models??[]).filter(e=>e?.value?.length)}}function $n(t,e,n){let o=D(n)?.zero===null?fs.worth_of_share:
fs.worth;return d(o,{unit:We(t,e),zero:Ce})}function Jl({value:t,low:e=t,high:n=t,error:o},s){return{value:t[s],low:e[s],high:n[s],error:o?.[s]??0}}function ms(t,e,{
factor:n},o,s){let r=Array.from(o,v=>v>=s[0]&&v<=s[1]),i=v=>Array.from(v??[]).filter((_,y)=>r[y]),a=[0,0];for(let v of e.models)a=ae([...i(v.value),...i(v.recalibrated)],
...a);let c=ae(i(e.treatAll)),l=a[1]-a[0]||1/n,u=Math.max(Math.min(c[0],a[0]),a[0]-.12*l)*n,h=(a[1]+.06*l)*n,f=nt(u,h,t.width<480?4:5),p=Lt(t,ft(f),Math.round(t.
width*.34+80)),m=De(u,h,p.bottom,p.top),g=pt(s[0],s[1],p.left,p.right);return{area:p,x:g,y:v=>m(v*n),ticks:f,tickScale:m,places:Ul(o,g),inside:r}}function ds(t,e,n){
let{area:o,y:s}=e;zl(t,o,e.x,n.range),ht(t,o,e.tickScale,e.ticks);let r=M(t.layer,"g",On(t,o)),i=a=>ii(e,a,s);for(let{index:a,low:c,high:l}of n.models)c&&l&&vn(
r,W(a),Bd(e,c,l));_e(r,Uo,`M${o.left} ${s(0)}H${o.right}`),n.treatAll&&_e(r,Go,i(n.treatAll));for(let{index:a,recalibrated:c}of n.models)c&&_e(r,{...W(a),dash:Yt,
width:1.5},i(c));n.models.forEach((a,c)=>jd(r,e,a,c/n.models.length))}function jd(t,e,n,o){let s=W(n.index),r=Array.from(n.value,(a,c)=>X(Jl(n,c))),i=a=>Array.from(
n.value,(c,l)=>r[l]===a?c:NaN);_e(t,s,ii(e,i(!1),e.y)),r.includes(!0)&&_e(t,{colour:A,edge:A,dash:"1.5 4",width:1.6},ii(e,i(!0),e.y)),ne(t,s,zd(s,e,n.value,o))}
function Xl({inside:t}){return[Math.max(t.indexOf(!0)-1,0),t.lastIndexOf(!0)+2]}function Ql({area:t},e){let n=4*(t.bottom-t.top);return o=>Number.isFinite(o)?k(
e(o),t.top-n,t.bottom+n):NaN}function ii(t,e,n){let[o,s]=Xl(t);return Pt(t.places.slice(o,s),Array.from(e.slice(o,s),Ql(t,n)))}function Bd(t,e,n){let[o,s]=Xl(t),
r=i=>Array.from(i.slice(o,s),Ql(t,t.y));return Tn(t.places.slice(o,s),r(e),r(n))}function zd(t,{area:e,places:n,y:o},s,r){let i=(e.right-e.left)/4,a=e.left+i*(.35+
.8*r),c="";for(let l=0;l<n.length;l++)n[l]>=a&&n[l]<e.right-4&&(c+=Z(t,n[l],o(s[l]),4),a+=i);return c}function gs(t,e,n,o,{shares:s,start:r,heading:i}){let a=e.
inside.indexOf(!0),c=e.inside.lastIndexOf(!0);He(t,{label:fs.read_curves,area:e.area,size:[c-a+1,1],start:[k(Ve(s,r)-a,0,c-a),0],at:l=>[Ve(e.places,l,Number)-a,
0],show:l=>({...qd(e,n,n.scale??o.scale,a+l),heading:i(s[a+l]),foot:je(o.slice,q(o))})})}function qd({places:t,y:e},n,o,s){let r=n.models.map(c=>({look:W(c.index),
name:c.name,value:ee(Jl(c,s),o)})),i=n.models.map(({index:c,value:l})=>({look:W(c),x:t[s],y:e(l[s])})),a=c=>Xt({value:c,low:c,high:c},o);return n.treatAll&&r.push(
{look:Go,name:Se,value:a(n.treatAll[s])}),{x:t[s],rows:r,marks:i}}function vs(t,e){let n=t.models.some(({low:s})=>s),o={fill:A,"fill-opacity":.22,stroke:"none"};
return[...t.models.map(({name:s,index:r})=>({sample:Dt(W(r)),name:s})),...n?[{sample:An(o),name:d(fs.band,{level:Y(e)})}]:[],...t.treatAll?[{sample:Dt(Go),name:Se}]:
[],{sample:Dt(Uo),name:Ce}]}var{figures:Qt}=b;function ai(t,e,n,o={}){let s=re(t,Qt.decision,()=>ai(t,e,n,o)),r=ps(e);if(!r?.models?.length||!(r.cost?.length>1))return ie(s,Qt.nothing);let i=r.
scale??n.scale,a=d(Qt.your_setting,{range:lo(r.range)});Re(s,[...vs(r,n.level),{sample:us(r.range),name:a}]);let c=N(r.prevalence);Ge(s,d(Qt.decision_above,{worth:$n(
i,n),prevalence:c}));let l=ms(s,r,i,r.cost,as(r.cost,r.range,2.2));ds(s,l,r);let u=tt(l.x.low,l.x.high,s.width<480?6:9),h=d(Qt.decision_axis,q(n)),f=Ue(s,l.area,
l.x,u,N,h,st),p=_=>d(Qt.decision_heading,{threshold:N(_),ratio:st(_)}),m=de(...r.range);gs(s,l,{...r,scale:i},n,{shares:r.cost,start:m,heading:p});let g=Yl(n,o.
pointAt,r.prevalence,m,q(n)),v={prevalence:c,low:N(l.x.low),high:N(l.x.high)};return oe(s,f+4,g||d(Qt.decision_caption,v))}var eu=Array.from({length:90},(t,e)=>10+e),tu=[-6,-5,-4,-3,-2].flatMap(t=>eu.map(e=>+`${e}e${t-1}`)),Gd=eu.map(t=>t/100),Ud=tu.filter(t=>t<.01).map(t=>Number((1-
t).toPrecision(9))).reverse(),ws=[...tu,...Gd,...Ud],Nn=(t,e)=>Math.abs(t-e)<=1e-9*Math.min(t,1-t);function eo([t,e]){let n=ws.filter(o=>o>t&&o<e&&!Nn(o,t)&&!Nn(
o,e));return Nn(t,e)?[t]:[t,...n,e]}function en(t,[e,n]){let o=[e,n].find(c=>Nn(c,t));if(o!==void 0||t<=e||t>=n)return o??(t<=e?e:n);let s=ws.findIndex(c=>c>=t),
[r,i]=[ws[s-1]??e,ws[s]??n],a=E(t)-E(r)<E(i)-E(t)?r:i;return Math.min(Math.max(a,e),n)}function nu(t,e,n){let o=eo(n);if(e>0){let r=o.findIndex(i=>i>t&&!Nn(i,t));
return r<0?o.at(-1):o[Math.min(r+e-1,o.length-1)]}let s=o.findLastIndex(r=>r<t&&!Nn(r,t));return s<0?o[0]:o[Math.max(s+e+1,0)]}var{figures:ci}=b,ou=20,bs=10,Et=8,Hd={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1,PageUp:10,PageDown:-10,End:1/0,Home:-1/0};function su(t,e){t.brush??=new li(
t),t.brush.use(e)}function ru(t){return t.brush?.held??!1}function tn(t,e){let n=document.createElementNS(Zt,t);for(let o in e)n.setAttribute(o,e[o]);return n}var li=class{constructor(e){
this.figure=e,this.held=!1,this.group=tn("g",{class:"brush",role:"group"}),this.rail=tn("rect",{fill:gn,height:Et,rx:Et/2}),this.band=tn("rect",{fill:Kt,height:Et}),
this.half=tn("path",{stroke:J,"stroke-width":2}),this.ground=tn("rect",{fill:"transparent",height:36}),this.handles=[0,1].map(()=>tn("circle",{role:"slider",tabindex:"\
0",r:bs,fill:Kt,stroke:J,"stroke-width":2,class:"brush-handle"})),this.rings=[0,1].map(()=>tn("circle",{r:bs+3,fill:"none",stroke:Kt,"stroke-width":2,visibility:"\
hidden"})),this.group.append(this.rail,this.band,this.half,this.ground,...this.rings,...this.handles);for(let n of[this.ground,...this.handles])n.style.touchAction=
"pan-y",n.addEventListener("pointerdown",o=>this.press(o));this.handles.forEach((n,o)=>this.listen(n,o))}listen(e,n){e.style.outline="none",e.addEventListener("\
keydown",s=>this.key(n,s));let o=s=>this.rings[n].setAttribute("visibility",s?"visible":"hidden");e.addEventListener("focus",()=>o(e.matches(":focus-visible"))),
e.addEventListener("blur",()=>o(!1))}use(e){Object.assign(this,e);let{scale:n,y:o,ends:s,fixed:r}=e;this.group.parentNode!==this.figure.svg&&this.figure.svg.append(
this.group),this.group.setAttribute("aria-label",ci.brush);let i=(h,f)=>{for(let p in f)h.setAttribute(p,f[p])},a=s.map(h=>O(k(n(h),n.from,n.to))),c={x:n.from-Et/
2,width:n.to-n.from+Et};i(this.rail,{...c,y:o-Et/2}),i(this.ground,{x:n.from-16,width:n.to-n.from+32,y:o-18}),i(this.band,{x:a[0],width:Math.max(a[1]-a[0],0),y:o-
Et/2});let l=O(k(n(e.median),n.from,n.to)),u=a[1]-a[0]>4*bs;i(this.half,{d:u?`M${l} ${o-Et/2-1}v${Et+2}`:""}),this.ground.style.cursor=r?"":"pointer",this.handles.
forEach((h,f)=>{let p={cx:a[f],cy:o};i(h,{...p,r:r?6:bs,fill:r?A:Kt,display:r&&f===1?"none":"inline","aria-label":ci[f===0?"brush_low":"brush_high"],"aria-orien\
tation":"horizontal","aria-valuemin":100*(f===0?e.limits[0]:s[0]),"aria-valuemax":100*(f===0?s[1]:e.limits[1]),"aria-valuenow":Number((100*s[f]).toPrecision(6)),
"aria-valuetext":r?d(ci.brush_observed,{prevalence:N(s[0])}):N(s[f]),"aria-disabled":!!r}),h.style.cursor=r?"":"grab",i(this.rings[f],p)})}change(e){e[0]===this.
ends[0]&&e[1]===this.ends[1]||(this.ends=e,this.onRange?.(e))}moveOne(e,n){let[o,s]=this.ends;this.change(e===0?[Math.min(n,s),s]:[o,Math.max(n,o)])}key(e,n){let o=Hd[n.
key];if(o===void 0||this.fixed||n.altKey||n.ctrlKey||n.metaKey)return;n.preventDefault();let s=this.ends.map(r=>nu(r,o,this.limits));n.shiftKey?!s.some((i,a)=>i===
this.ends[a])&&Number.isFinite(o)&&this.change(s):this.moveOne(e,s[e]),this.onRangeEnd?.(this.ends)}shareAt(e){let n=this.figure.svg.getBoundingClientRect(),o=(e.
clientX-n.left)*this.figure.width/n.width,{scale:s}=this;return s.invert(k(o,s.from,s.to))}graspOf(e){let n=this.scale(this.shareAt(e)),o=this.ends.map(r=>n-this.
scale(r));if(Math.abs(o[0]-o[1])<3)return Math.abs(o[0])<ou?"either":o[0]<0?0:1;let s=Math.min(ou,(o[0]-o[1])/3);return o[0]>s&&o[1]<-s?"both":Math.abs(o[0])<=Math.
abs(o[1])?0:1}press(e){if(this.fixed||e.button!==0)return;e.preventDefault();let n=this.graspOf(e),o=this.shareAt(e),s=this.ends,r=e.currentTarget;this.held=!0,
this.handles[n===1?1:0].focus({preventScroll:!0}),r.setPointerCapture(e.pointerId);let i=c=>{let l=this.shareAt(c);if(n==="either"){if(en(l,this.limits)===en(o,
this.limits))return;n=l<o?0:1,this.handles[n].focus({preventScroll:!0})}n==="both"?this.moveBoth(s,E(l)-E(o)):this.moveOne(n,en(l,this.limits))},a=()=>{r.removeEventListener(
"pointermove",i);for(let c of["pointerup","pointercancel"])r.removeEventListener(c,a);this.held=!1,this.onRangeEnd?.(this.ends),this.figure.again()};r.addEventListener(
"pointermove",i);for(let c of["pointerup","pointercancel"])r.addEventListener(c,a);r===this.ground&&typeof n=="number"&&i(e)}moveBoth(e,n){let[o,s]=[this.scale.
low,this.scale.high].map(E),[r,i]=e.map(E),a=k(n,Math.min(o-r,0),Math.max(s-i,0));this.change(e.map(c=>en(S(E(c)+a),this.limits)))}};var to=1,_s=-1,xs=0,ys=null;function ks(t){let{low:e,high:n,error:o=0}=t??{};return!Number.isFinite(e)||!Number.isFinite(n)||X(t)?ys:e>o?to:n<-o?_s:xs}function Ms({
value:t,low:e,high:n,error:o},s){return{value:t[s],low:e[s],high:n[s],error:o?.[s]??0}}function Vd(t,e,n){let o=t.prevalence.findIndex(i=>i>=n);if(o<0)return e.
at(-1);let[s,r]=[e[Math.max(o-1,0)],e[o]];return s===r?r:t.at?ks(t.at(n)):void 0}function iu(t,e){let n=Array.from(t.prevalence,(s,r)=>ks(Ms(t,r))),o=[];for(let s of eo(
e)){let r=Vd(t,n,s);if(r===void 0)continue;let i=o.at(-1);i?.side===r?i.high=s:o.push({side:r,low:s,high:s})}return o}var{figures:G}=b,Os=22,Kd=17;function hi(t,e,n,o={}){let s=re(t,G.difference,()=>hi(t,e,n,o));if(!(e?.prevalence?.length>1))return Yd(s,G.nothing);let r={...e,...Zd(
e)},{one:i,other:a}=r,c=Qn(n,i,a)?.adjusted??null;Ge(s,d(G.difference_above,{unit:We(n.scale,n),level:Y(n.level).replace(" "," ")}));let l=og(r,n,c),{plot:u,place:h}=Xd(
s,r,n,{mean:c,words:l});ht(s,u.area,u.tickScale,u.ticks,cu),eg(s,u,r,n),sg(s,u,r,c),h&&C(s.layer,h.left+2,h.top+T.tick,l,{"font-size":T.tick,...Mn}),tg(s,u,r,h&&
{...h,width:R(l,T.tick)}),ng(s,u,r);let f=ag(s,u,r,n,o);return ug(s,u,r,n),oe(s,f+4,fg(r,n,c))}function Zd({low:t,high:e,error:n}){let o=s=>n?.[s]??0;return{lower:Array.
from(t,(s,r)=>s-o(r)),upper:Array.from(e,(s,r)=>s+o(r))}}function Yd(t,e){return t.brush?.group.remove(),ie(t,e)}var cu=t=>t>0?`+${ze(t)}`:ze(t);function Jd(t,e){
return ru(t)||(t.axis=e.axis??[e.prevalence[0],e.prevalence[e.prevalence.length-1]]),t.axis}function Xd(t,e,n,{mean:o,words:s}){let r=au(t,e,n,o,Os);if(!s)return{
plot:r,place:null};let i=rg(t,r,e,{words:s,mean:o});if(i)return{plot:r,place:i};let a=au(t,e,n,o,Os+Kd),{area:c}=a,l=R(s,T.tick)+4,[u,h]=e.range.map(p=>k(a.x(p),
c.left,c.right)),f=k((u+h-l)/2,c.left,Math.max(t.width-l,0));return{plot:a,place:{left:f,top:c.top+Os-2}}}function au(t,e,n,o,s){let{factor:r}=n.scale,[i,a]=Jd(
t,e),c=Array.from(e.prevalence,(g,v)=>X(Ms(e,v))),[l,u]=Qd(e,[i,a],o,c).map(g=>g*r),h=nt(l,u,t.width<480?4:5),f=Lt(t,ft(h,cu),Math.round(k(.36*t.width,185,270)),
14),p={...f,top:f.top+s,bottom:f.bottom-Os},m=De(l,u,p.bottom,p.top);return{area:f,inner:p,ticks:h,coarse:c,tickScale:m,x:pt(i,a,f.left,f.right),y:g=>m(k(g*r,l-
3*(u-l),u+3*(u-l)))}}function Qd(t,[e,n],o,s){let{prevalence:r,value:i,lower:a,upper:c,range:l}=t,u=Array.from(r,(x,I)=>I).filter(x=>r[x]>=e&&r[x]<=n),h=u.filter(
x=>r[x]>=l[0]&&r[x]<=l[1]),f=h.length?h:[Ve(r,t.median)],p=f.filter(x=>!s[x]),[m,g]=ae([...f.map(x=>i[x]),...p.flatMap(x=>[a[x],c[x]]),o?.low,o?.high],0,0),v=.5*
(g-m||.001),_=ae(u.flatMap(x=>s[x]?[i[x]]:[a[x],c[x]]),m,g),y=[Math.max(_[0],m-v),Math.min(_[1],g+v)];return y[1]>y[0]?y:[-.001,.001]}function lu(t){let e=[];for(let n=0;n<
t.length;n++)n&&t[n]===t[n-1]?e.at(-1).end=n+1:e.push({mark:t[n],start:n,end:n+1});return e.map(n=>({...n,end:Math.min(n.end+1,t.length)}))}function eg(t,e,n,o){
let{area:s,inner:r,x:i,y:a}=e,c=n.range.map(m=>k(i(m),s.left,s.right)),l=k(a(0),r.top,r.bottom),u=Array.from(n.prevalence,i),h=m=>Array.from(m,a),f=lu(e.coarse).
map(({mark:m,start:g,end:v})=>{let _=x=>h(x).slice(g,v),y=u.slice(g,v);return{mark:m,line:Pt(y,_(n.value)),band:Tn(y,_(n.lower),_(n.upper))}}),p=[[s.left,c[0],!1],
[c[0],c[1],!0],[c[1],s.right,!1]].filter(([m,g])=>g>m);for(let[m,g]of[n.one,n.other].map((v,_)=>[_,uu(o,v)])){let v={...W(g),dash:""},[_,y]=m===0?[r.top,l]:[l,r.
bottom];p.forEach(([x,I,j],H)=>{let le=`strip-${m}-${H}`,Ye=M(t.layer,"g",On(t,{left:x,right:I,top:_+2,bottom:y-2},le));for(let{mark:V,line:xe,band:fe}of f)V?M(
Ye,"path",{d:xe,fill:"none",stroke:A,"stroke-width":1.6,"stroke-dasharray":"1.5 4"}):(vn(Ye,v,fe,j?.3:.12),_e(Ye,v,xe,{"stroke-opacity":j?1:.5}))})}M(t.layer,"p\
ath",{d:`M${s.left} ${O(l)}H${s.right}`,stroke:P,"stroke-width":1.4})}function tg(t,{area:e,inner:n,x:o,y:s,coarse:r},i,a){let c=T.tick,l=R(Ke,c),u=(h,f)=>a&&Math.
abs(h-a.left-a.width/2)<(l+a.width)/2+6&&Math.abs(f-a.top-c)<c+4;for(let{mark:h,start:f,end:p}of lu(r)){let[m,g]=[i.prevalence[f],i.prevalence[p-1]].map(H=>k(o(
H),e.left,e.right));if(!h||g-m<l)continue;let[v,_]=ae(Array.from(i.value).slice(f,p).map(s)),y=k((m+g)/2,l/2,t.width-l/2),I=[v-8,_+c+4].map(H=>k(H,n.top+c,n.bottom)).
find(H=>!u(y,H)),j={"text-anchor":"middle","font-size":c,fill:A,"font-style":"italic"};I!==void 0&&C(t.layer,y,I,Ke,j)}}function uu(t,e){return t.models.find(n=>n.
name===e)?.index??-1}var ui=t=>t===$?b.verdict.without:B(t);function ng(t,{area:e},{one:n,other:o}){let s={"font-size":T.tick,"font-weight":600,...Mn},r=e.right-
e.left-60;[[n,e.top+14,"↑"],[o,e.bottom-7,"↓"]].forEach(([i,a,c])=>{let l=`${c} `;C(t.layer,e.left+4,a,l,s);let u=e.left+4+R(l,T.tick,600)+3,h=` ${G.better}`;
ge(t.layer,u,a,ui(i)+h,r,s)})}function og(t,e,n){if(!n||X(n)||!Number.isFinite(n.value))return"";let o=t.range[0]===t.range[1]?G.value_there:G.mean;return d(o,{
mean:ee(n,e.scale,!0)})}function sg(t,{area:e,x:n,y:o},s,r){let i=s.range.map(u=>O(k(n(u),e.left,e.right))),a=i[1]-i[0]<1.5,c=(a?[i[0]]:i).map(u=>`M${u} ${e.top}\
V${e.bottom+10}`).join("");if(M(t.layer,"path",{d:c,stroke:P,"stroke-dasharray":"1.5 3.5","stroke-width":1.4,fill:"none"}),!r||X(r)||!Number.isFinite(r.value))return;
let l=O(o(r.value));if(a){let u=`M${i[0]} ${O(o(r.low))}V${O(o(r.high))}`;M(t.layer,"path",{d:u,stroke:P,"stroke-width":2,fill:"none"}),M(t.layer,"path",{d:Z({marker:"\
circle"},i[0],l,4.5),fill:P})}else M(t.layer,"path",{d:`M${i[0]} ${l}H${i[1]}`,stroke:P,"stroke-width":1})}function rg(t,e,n,{words:o,mean:s}){let{area:r,inner:i,
x:a,y:c}=e,l=T.tick,u=R(o,l)+4,h=n.range.map(_=>k(a(_),r.left,r.right)),[f,p]=[c(s.value),c(0)],m=ig(e,n),g=(_,y)=>{let x={left:_,right:_+u,top:y,bottom:y+l+4};
if(x.left<r.left+2||x.right>t.width-2||x.top<i.top-2||x.bottom>i.bottom+2||[p,f].some(j=>j>x.top-1&&j<x.bottom+1)||h.some(j=>j>x.left-2&&j<x.right+2))return!1;let I=({
x:j,low:H,high:le})=>j<x.left-6||j>x.right+6||H<x.top-2||le>x.bottom+2;return m.every(I)},v=(h[0]+h[1]-u)/2;for(let _=0;_<r.bottom-r.top;_+=10)for(let y of[f-l-
7-_,f+3+_])for(let x=0;x<40;x++){let I=v+(x%2?-1:1)*Math.ceil(x/2)*18;if(g(I,y))return{left:I,top:y}}return null}function ig({x:t,y:e,coarse:n},o){return Array.
from(o.prevalence,(s,r)=>{let[i,a]=n[r]?[o.value[r],o.value[r]]:[o.upper[r],o.lower[r]];return{x:t(s),low:e(a),high:e(i)}})}function ag(t,e,n,o,s){let{area:r,x:i}=e,
a=r.bottom+20,c=o.state?.prevalence===null;su(t,{scale:i,y:a,ends:n.range,median:n.median,limits:s.limits??[i.low,i.high],fixed:c||!s.onRange,onRange:s.onRange,
onRangeEnd:s.onRangeEnd});let l=a+30,u=cg(t,e,n,l);lg(t,e,u,l,a);let h=c?d(G.observed,q(o)):n.range[0]===n.range[1]?d(G.prevalence,q(o)):d(G.half,{median:N(n.median)}),
f=T.tick,p=R(h,f)/2,m=k(i(n.median),p,t.width-p);return C(t.layer,m,l+17,h,{"text-anchor":"middle","font-size":f,fill:A}),l+22}function cg(t,{x:e,area:n},{range:o},s){
let r=T.text,i=o[0]===o[1]?[N(o[0])]:o.map(N),a=i.map(u=>R(u,r,600)/2),c=i.map((u,h)=>k(e(o[h]),Math.max(n.left-20,a[h]),t.width-a[h]));if(i.length===2){let u=c[0]+
a[0]+8-(c[1]-a[1]);u>0&&(c[0]=Math.max(c[0]-u/2,a[0]),c[1]=Math.min(c[0]+a[0]+8+a[1],t.width-a[1]),c[0]=Math.min(c[0],c[1]-a[1]-8-a[0]))}let l={"text-anchor":"m\
iddle","font-size":r,"font-weight":600};return i.forEach((u,h)=>C(t.layer,c[h],s,u,l)),c.map((u,h)=>[u-a[h]-10,u+a[h]+10])}function lg(t,{x:e},n,o,s){let r={"te\
xt-anchor":"middle","font-size":T.tick,fill:A},i=[...n],a="";for(let c of tt(e.low,e.high,t.width<480?5:9)){let l=N(c),u=R(l,T.tick)/2,h=k(e(c),u,t.width-u);i.some(
([f,p])=>h+u>f&&h-u<p)||(i.push([h-u-10,h+u+10]),a+=`M${O(e(c))} ${s+7}v6`,C(t.layer,h,o,l,r))}M(t.layer,"path",{d:a,stroke:A,fill:"none"})}function ug(t,{area:e,
x:n,y:o},s,r){let i=Array.from(s.prevalence).filter(l=>l>=n.low&&l<=n.high),a=s.at?eo([n.low,n.high]):i,c=l=>s.at?.(l)??Ms(s,Array.from(s.prevalence).indexOf(l));
He(t,{label:G.read_difference,area:e,size:[a.length,1],start:[Ve(a,s.median),0],at:l=>[Ve(a,n.invert(k(l,e.left,e.right))),0],show:l=>{let u=a[l],h=c(u),p=[{name:d(
G.minus,{one:ce(s.one),other:ce(s.other)}),value:ee(h,r.scale,!0)},{name:hg(h,s)}],g=[{look:{...W(uu(r,h.value>=0?s.one:s.other)),marker:"circle"},x:n(u),y:o(h.
value)}],v=d(G.at_prevalence,{prevalence:N(u)});return{x:n(u),heading:v,rows:p,marks:g,foot:je(r.slice,q(r))}}})}function hg(t,{one:e,other:n}){let o=ks(t);return o===
ys?Ke:o===xs?G.too_close:d(G.ahead_there,{name:ce(o===to?e:n)})}function fg(t,e,n){let o=Zl(e,t.one,t.other),s=vt(t.range),r={one:ui(t.one),other:ui(t.other),range:s,
stretch:hu(...t.range)};if(o===null||!n)return d(G.caption_unknown,r);let i=t.range[0]===t.range[1],a={mean:ee(n,e.scale,!0),level:Y(e.level),unit:We(e.scale,e)},
c=d(i?G.caption_value:G.caption_mean,{...r,...a});return`${pg(o,t,r,i)} ${c}`.replaceAll(" %"," %")}function hu(t,e){let[n,o]=[t,e].map(N);return n===o?d(G.at,
{low:n}):d(G.from_to,{low:n,high:o})}function pg(t,e,n,o){if(t===0)return d(o?G.caption_close_at:G.caption_close,n);let s=t<0?{...n,one:n.other,other:n.one}:n;if(o)
return d(G.caption_at,s);let r=iu(e,e.range),[i,a]=t>0?[to,_s]:[_s,to],c=new Set(r.map(({side:h})=>h));if(c.size===1&&c.has(i))return d(G.caption_everywhere,s);
if(!c.has(i))return d(G.caption_as_a_whole,s);if(r.length>4)return d(G.caption_in_parts,s);let l={[i]:G.stretch_ahead,[a]:G.stretch_behind,[xs]:G.stretch_close},
u=r.map(({side:h,low:f,high:p})=>d(h===ys?G.stretch_unknown:l[h],{...s,stretch:hu(f,p)}));return d(G.caption_stretches,{stretches:u.join("; ")})}var{figures:mt,gap_parts:Rn}=b,nn=[{key:"total",head:Rn.total,sign:""},{key:"labelShift",head:Rn.label_shift,sign:"="},{key:"mechanism",head:Rn.mechanism,sign:"\
+"},{key:"sharpnessCorrected",head:Rn.sharpness,broken:Rn.sharpness.replace("min","mi- n"),sign:"of which"},{key:"calibrationCorrected",head:Rn.calibration,sign:"\
and"}];function pi(t,e,n){let o=re(t,mt.gaps,()=>pi(t,e,n)),s=(n?.gaps??[]).filter(({parts:h})=>Number.isFinite(h?.total?.value));if(!s.length)return ie(o,mt.no_gaps);
let r=new Map(s.map(({model:h,index:f})=>[f,h]));Re(o,[...r].map(([h,f])=>({sample:ls(W(h)),name:f})));let i=Le(o.layer,0,o.top-6,mt.gaps_note,o.width,{"font-si\
ze":T.tick,fill:A})+8,a=mg(o,s,n,i);vg(o,a);for(let h of a.blocks)wg(o,a,h,n);let c=_g(o,a,n)+6,l=d(mt.gaps_bars,{level:Y(n.level),unit:We(n.scale,n)}),u=Le(o.layer,
0,c,l,o.width,{"font-size":T.tick});return xg(o,a,n),oe(o,u+4,yg(s,n))}function mg(t,e,n,o){let r=(t.width-24)/nn.length,i=e.length>16?18:32,a=nn.map(h=>gg(h,r)),
c=[],l=o+25+fu*Math.max(...a.map(({length:h})=>h));for(let h of e){let f=c.find(p=>p.group===h.group&&p.reference===h.reference);f||c.push(f={group:h.group,reference:h.
reference,rows:[]}),f.rows.push(h)}for(let h of c)h.top=l,h.rows=h.rows.map((f,p)=>({gap:f,y:l+24+i*p})),l+=24+i*h.rows.length+8;let u=dg(e,n.scale.factor,r-14);
return{left:24,wide:r,row:i,heads:a,blocks:c,top:o,bottom:l,scale:u,rows:c.flatMap(h=>h.rows)}}function dg(t,e,n){let o=t.flatMap(c=>nn.map(({key:l})=>c.parts[l])).
filter(Boolean),[s,r]=ae(o.map(({value:c})=>c),0,0),i=Math.max(-s,r)||1/e,a=ae(o.flatMap(({low:c,high:l})=>[c,l]),s,r);return De(Math.max(a[0],-2.2*i),Math.min(
a[1],2.2*i),0,n)}var fu=13,fi=12;function gg({head:t,broken:e=t},n){let o=R(t,fi,600)<=n-4;return Ne(o?t:e,n-4,fi,600)}function vg(t,{left:e,wide:n,heads:o,top:s}){
let r={"text-anchor":"middle","font-size":T.tick};nn.forEach(({sign:i},a)=>{let c=e+n*(a+.5);C(t.layer,c,s+12,i,{...r,fill:A}),o[a].forEach((l,u)=>C(t.layer,c,s+
27+fu*u,l,{...r,"font-size":fi,"font-weight":600}))})}function wg(t,e,{group:n,reference:o,rows:s,top:r},i){let{left:a,wide:c,row:l,scale:u}=e,h=(t.width-60)/2,
f=M(t.layer,"g");ge(f,0,r+16,n,h,{"font-weight":600});let p=Math.min(R(ce(n),13,600),h)+8;C(f,p,r+16,mt.against,{fill:A}),ge(f,p+54,r+16,o,h,{fill:A});let m=`M0\
 ${r-1}H${t.width}`,g=s[s.length-1].y+l;nn.forEach((v,_)=>m+=`M${O(a+c*_+7+u(0))} ${r+22}V${g}`),M(t.layer,"path",{d:m,stroke:A,fill:"none"});for(let v of s)bg(
t,e,v,i)}function bg(t,{left:e,wide:n,row:o,scale:s},{gap:r,y:i},a){let c=W(r.index),l=i+o-10,u=(p,m)=>e+n*p+7+s(k(m,s.low,s.high)),h="",f="";nn.forEach(({key:p},m)=>{
let g=r.parts[p];if(!Number.isFinite(g?.value))return;let v=O(u(m,0)),_=O(u(m,g.value));h+=`M${v} ${l-5}H${_}v10H${v}z`,Number.isFinite(g.low)&&Number.isFinite(
g.high)&&(f+=Mt(u(m,g.low),u(m,g.high),l,3));let y={"text-anchor":"middle","font-size":12};o>24&&C(t.layer,e+n*(m+.5),l-9,X(g)?mt.missing:Xt(g,a.scale,!0),y)}),
ne(t.layer,c,Z(c,10,l,4.5)),M(t.layer,"path",{d:h,fill:c.colour,stroke:c.edge}),M(t.layer,"path",{d:f,stroke:P,"stroke-width":1.3,fill:"none"})}function _g(t,{row:e,
scale:n,bottom:o,left:s},r){if(e>24)return o;let i=(n.high-n.low)*r.scale.factor,a=nt(0,i*.6,3).pop(),c=n(a/r.scale.factor)-n(0);return M(t.layer,"path",{d:Mt(s,
s+c,o+6),stroke:P,fill:"none"}),C(t.layer,s+c+8,o+10,d(mt.gaps_ruler,{length:ze(a)}),{"font-size":T.tick}),o+14}function xg(t,{rows:e,row:n,top:o,bottom:s},r){He(
t,{label:mt.read_gaps,area:{left:0,right:t.width,top:o,bottom:s},size:[e.length,1],start:[0,0],at:(i,a)=>[Math.max(0,e.findLastIndex(({y:c})=>a>=c-2)),0],show:i=>{
let{gap:a,y:c}=e[i],l=m=>m?ee(m,r.scale,!0):mt.missing,u=nn.map(({key:m,head:g})=>({name:g,value:l(a.parts[m])})),h=[{look:W(a.index),name:a.model},...u],f=Ft(d(
b.tables.gap_between,{group:ce(a.group),reference:ce(a.reference)}),t.width-40,T.tick,600),p=r.groups?.find(({name:m})=>m===a.group)??{name:a.group};return{x:20,
y:c+n-6,guide:!1,heading:f,rows:h,foot:je(p,q(r))}}})}function yg(t,e){let n=t.reduce((o,s)=>Math.abs(s.parts.total.value)>Math.abs(o.parts.total.value)?s:o);return d(
mt.gaps_caption,{model:B(n.model),group:B(n.group),reference:B(n.reference),total:ee(n.parts.total,e.scale,!0),unit:We(e.scale,e)})}var{figures:Ae}=b,pu=18,kg=560;function mi(t,e,n){let o=re(t,Ae.groups_forest,()=>mi(t,e,n)),s=n?.groups??[],r=s.filter(({models:h})=>h.some(({score:f})=>Number.
isFinite(f?.value)));if(!r.length)return ie(o,Ae.no_groups);Re(o,Mg(r,n.level));let i=Og(o,s,n);Ag(o,i),M(o.layer,"path",{d:Sg(i),stroke:gn,"stroke-opacity":.7,
fill:"none"});for(let h of i.blocks)$g(o,i,h,n);let{area:a,x:c}=i,l=$n(n.scale,n,n.state?.units),u=Ue(o,a,c,nt(c.low,c.high,4),ze,l);return oe(o,u+4,Rg(s,r,n),Ig(
r,n))}function Mg(t,e){let n=new Map(t.flatMap(({models:i})=>i.map(({index:a,name:c})=>[a,c]))),o={stroke:P,"stroke-width":1.6,fill:"none"},s=(i,a,c)=>{M(i,"pat\
h",{d:Mt(a+3,a+29,c),...o}),M(i,"circle",{cx:a+16,cy:c,r:4.5,fill:P})},r=(i,a,c)=>M(i,"circle",{cx:a+16,cy:c,r:4,fill:J,stroke:P});return[...[...n].map(([i,a])=>({
sample:ls(W(i)),name:a})),{sample:s,name:d(Ae.own_cutoff,{level:Y(e)})},{sample:r,name:Ae.common_cutoff}]}var di=({observedExpected:t})=>Number.isFinite(t?.value)?
En(t):Number.isFinite(t)?En({value:t}):Ae.missing;function Og(t,e,n){let o=T.tick,s=e.flatMap(({models:y})=>y),r=y=>Math.max(0,...s.map(x=>R(y(x),o))),i=[Ae.net_benefit,
Ae.o_e],a=[r(y=>ee(y.score,n.scale)),r(di)].map((y,x)=>Math.max(y,R(i[x],o,600))+14),c=t.width>=kg,l=c?[0,1]:[1],u=l.reduce((y,x)=>y+a[x],0),h=c?Math.min(.28*t.
width,190):0,f=[],p=t.top+20,m=p,g=q(n);for(let y of e){let x=c?Ne(B(y.name),h-10,T.text,600).slice(0,2):[y.name],I=Tg(y,g),j=Ne(I,c?h-10:t.width,o),H=c?0:18+15*
j.length,le=16*x.length+15*j.length,Ye=Math.max(y.models.length,1)*pu,V=c?Math.max(le,Ye)+12:H+Ye+12;f.push({group:y,words:x,small:j,top:m,first:m+H+(c?(V-Ye)/2:
4)}),m+=V}let v={left:h+4,right:t.width-u-8,top:p,bottom:m},_=Eg(s,n.scale.factor,v);return{area:v,x:_,blocks:f,beside:c,names:h,heads:i,widths:a,shown:l}}function Tg({
patients:t,positives:e,counted:n},o){return d(Ae.group_about,{...o,patients:L(t),counted:n??b.tables.patients,positives:L(e)})}function Eg(t,e,n){let o=ae(t.flatMap(
({score:h,withCommonCutoff:f})=>[h?.value,f?.value])),s=o[1]-o[0]||Math.abs(o[1])||1/e,r=t.filter(({score:h})=>!X(h)).flatMap(({score:h})=>[h.low,h.high]),[i,a]=ae(
r,...o),c=Math.max(i,o[0]-1.5*s),l=Math.min(a,o[1]+1.5*s),u=.03*(l-c||s);return De((c-u)*e,(l+u)*e,n.left,n.right)}function Ag(t,{area:e,heads:n,widths:o,shown:s}){
let r=e.right+8;for(let i of s){r+=o[i];let a={"text-anchor":"end","font-size":T.tick,"font-weight":600};C(t.layer,r,e.top-7,n[i],a)}}function Sg({area:t,x:e}){
return nt(e.low,e.high,4).map(n=>`M${O(e(n))} ${t.top}V${t.bottom}`).join("")}function $g(t,e,{group:n,words:o,small:s,top:r,first:i},a){let{beside:c,names:l}=e;
M(t.layer,"path",{d:`M0 ${O(r)}H${t.width}`,stroke:A,"stroke-opacity":.35});let u=c?l-6:t.width,h={"font-weight":600};o.forEach((p,m)=>ge(t.layer,0,r+17+16*m,p,
u,h));let f=r+17+16*(o.length-1);if(s.forEach((p,m)=>C(t.layer,0,f+15*(m+1),p,{"font-size":T.tick,fill:A})),!n.models.length){let p=n.whyNot?d(Ae.no_group_because,
{why:n.whyNot}):Ae.no_group,m=c?e.area.left:0;ge(t.layer,m,i+13,p,t.width-m,{"font-size":T.tick,fill:A})}n.models.forEach((p,m)=>Ng(t,e,p,O(i+pu*(m+.5)),a.scale))}
function Ng(t,{area:e,x:n,widths:o,shown:s},r,i,a){let c=W(r.index),{score:l,withCommonCutoff:u}=r,h=m=>Math.min(Math.max(n(m*a.factor),e.left),e.right);if(Number.
isFinite(l?.low)&&Number.isFinite(l?.high)&&!X(l)&&M(t.layer,"path",{d:Mt(h(l.low),h(l.high),i,3.5),stroke:c.edge,"stroke-width":1.7,fill:"none"}),X(l)||ne(t.layer,
c,Z(c,h(l?.value),i,4.5)),Number.isFinite(u?.value)&&!X(u)){let m=Z(c,h(u.value),i,3);M(t.layer,"path",{d:m,fill:J,stroke:c.edge,"stroke-width":1.6})}let f=[ee(
l,a),di(r)],p=e.right+8;for(let m of s)p+=o[m],C(t.layer,p,i+4,f[m],{"text-anchor":"end","font-size":T.tick})}function Rg(t,e,n){let{verdict:o}=n,s=({models:l})=>l.
reduce((u,h)=>h.score?.value>u.score?.value?h:u).name,r=e.filter(l=>l.models.length>1&&s(l)!==o.best),i=n.models.some(({name:l})=>l===o.best),a=L(t.length);if(!i||
e[0].models.length<2)return d(Ae.groups_caption_plain,{count:a});let c={best:B(o.best),groups:r.map(({name:l})=>B(l)).join(", "),count:a};return o.coarse||e.some(
({models:l})=>l.some(({score:u})=>X(u)))?d(Ae.groups_caption_plain,c):d(r.length?Ae.groups_caption_others:Ae.groups_caption_same,c)}function Ig(t,{scale:e}){return t.
flatMap(({name:n,models:o})=>o.map(s=>d(Ae.group_line,{group:B(n),model:B(s.name),score:ee(s.score,e),common:ee(s.withCommonCutoff,e),ratio:di(s)}))).join(" ")}var{figures:he}=b,gi=40,Cg=270;function vi({name:t,index:e,added:n,score:o,split:s}){let r=s?.uninformative??0,i=n??Pg(o,r),a=s?.calibrationCorrected??s?.calibration??
null,c=Number.isFinite(a?.value)?i.value+a.value:NaN;return{name:t,index:e,added:i,loss:a,would:c,perfect:(s?.perfect??NaN)-r}}function Pg({value:t,low:e,high:n,
...o},s){return{...o,value:t-s,low:e-s,high:n-s}}function wi(t,e,n){let o=re(t,he.models_forest,()=>wi(t,e,n)),s=(n?.models??[]).map(vi).filter(({added:u})=>Number.
isFinite(u?.value));if(!s.length)return ie(o,he.nothing);Re(o,Fg(n.level));let r=Lg(o,s,n.scale);Wg(o,r),jg(o,r,s,n.scale),s.forEach((u,h)=>Bg(o,r,u,h,n.scale));
let i=d(he.more_than_without,{unit:We(n.scale,n),without:$}),{area:a,x:c}=r,l=Ue(o,a,c,nt(c.low,c.high,4),ze,i);return oe(o,l+4,qg(s,n),Gg(s,n.scale))}function Fg(t){
let e={stroke:P,"stroke-width":1.6,fill:"none"},n=(s,r,i)=>{M(s,"path",{d:Mt(r+3,r+29,i),...e}),M(s,"circle",{cx:r+16,cy:i,r:4.5,fill:P})},o=(s,r,i)=>{M(s,"path",
{d:`M${r+2} ${i}h24`,...e,"stroke-dasharray":Yt}),M(s,"circle",{cx:r+27,cy:i,r:4.5,fill:J,stroke:P})};return[{sample:n,name:d(he.adds_now_ci,{level:Y(t)})},{sample:o,
name:he.if_recalibrated}]}function Lg(t,e,n){let o=e.map(({added:m,loss:g,perfect:v})=>[ee(m,n),g?ee(g,n):he.missing,Number.isFinite(v)?Xt({value:v,low:v,high:v},
n):he.missing]),s=[he.adds_now,he.lost,he.possible],r=T.tick,i=s.map((m,g)=>{let v=Ne(m,90,r,600);return Math.max(...v.map(y=>R(y,r,600)),...o.map(y=>R(y[g],r)))+
14}),a=i.reduce((m,g)=>m+g,0),c=t.width-a>=Cg,l=c?Math.min(Math.max(...e.map(({name:m})=>R(B(m),13,600)))+30,150):0,u=c?gi:gi+50,h=Math.max(...s.map(m=>Ne(m,90,
r,600).length)),f=t.top+(c?15*h+6:0),p={left:l+2,right:t.width-(c?a+8:14),top:f,bottom:f+u*e.length};return{area:p,beside:c,names:l,row:u,texts:o,heads:s,widths:i,
headTop:t.top,x:Dg(e,n.factor,p)}}function Dg(t,e,n){let o=t.flatMap(({added:l,would:u})=>[...X(l)?[]:[l.low,l.high],l.value,u]),[s,r]=ae(o.map(l=>l*e),0,0),i=t[0].
perfect*e,a=i>r&&i<4*(r-s)?i:r,c=.04*(a-s||1);return De(s-c,a+c,n.left,n.right)}function Wg(t,{beside:e,area:n,heads:o,widths:s,headTop:r}){if(!e)return;let i=n.
right+8;o.forEach((a,c)=>{i+=s[c];let l={"text-anchor":"end","font-size":T.tick,"font-weight":600};Ne(a,90,T.tick,600).forEach((u,h)=>C(t.layer,i,r+12+15*h,u,l))})}
function jg(t,{area:e,x:n,beside:o,row:s},r,{factor:i}){let a=l=>r.map((u,h)=>`M${O(l)} ${O(e.top+s*h+(o?0:s-36))}v${o?s:36}`).join("");M(t.layer,"path",{d:a(n(
0)),stroke:P,"stroke-width":1.2});let c=n(r[0].perfect*i);c<=e.right&&M(t.layer,"path",{d:a(c),stroke:A,"stroke-dasharray":"2 3"})}function Bg(t,e,n,o,s){let{area:r,
beside:i,names:a,texts:c,widths:l,x:u}=e,h=W(n.index),f=r.top+e.row*o,p=O(i?f+gi/2:f+72);if(o&&M(t.layer,"path",{d:`M0 ${O(f)}H${t.width}`,stroke:A,"stroke-opac\
ity":.3}),i){ne(t.layer,h,Z(h,7,p,4.5));let m=Ne(B(n.name),a-26,T.text,600).slice(0,2);m.forEach((v,_)=>ge(t.layer,18,p+5+15*(_-(m.length-1)/2),v,a-22,{"font-we\
ight":600}));let g=r.right+8;c[o].forEach((v,_)=>{g+=l[_],C(t.layer,g,p+4,v,{"text-anchor":"end","font-size":T.tick})})}else{ne(t.layer,h,Z(h,7,f+12,4.5)),ge(t.
layer,18,f+17,n.name,t.width-20,{"font-weight":600});let[m,g,v]=c[o];[d(he.forest_line,{adds:m,possible:v}),d(he.forest_line_lost,{lost:g})].forEach((y,x)=>C(t.
layer,18,f+33+15*x,y,{"font-size":T.tick}))}zg(t,h,n,p,m=>u(m*s.factor))}function zg(t,e,{added:n,would:o},s,r){let i={fill:"none",stroke:e.edge};if(Number.isFinite(
o)&&o>n.value){let a=`M${O(r(n.value))} ${s}H${O(r(o))}`;M(t.layer,"path",{d:a,...i,"stroke-width":1.8,"stroke-dasharray":Yt}),M(t.layer,"path",{d:Z(e,r(o),s,4.5),
fill:J,stroke:e.edge,"stroke-width":1.8})}X(n)||(Number.isFinite(n.low)&&Number.isFinite(n.high)&&M(t.layer,"path",{d:Mt(r(n.low),r(n.high),s,5),...i,"stroke-wi\
dth":2}),ne(t.layer,e,Z(e,r(n.value),s,5.5)))}function mu(t,{name:e,added:n,loss:o,perfect:s},r){return d(t,{name:B(e),adds:ee(n,r),lost:o?ee(o,r):he.missing,possible:Number.
isFinite(s)?Xt({value:s,low:s,high:s},r):he.missing})}function qg(t,e){let{scale:n,level:o}=e,s=({loss:i})=>i&&!X(i)&&i.low>(i.error??0),r=t.map(i=>mu(s(i)?he.forest_model:
he.forest_model_no_loss,i,n));return d(he.models_caption,{without:$,models:r.join("; "),unit:We(n,e),level:Y(o).replace(" "," ")})}function Gg(t,e){return t.map(
n=>mu(he.forest_model_whole,n,e)).join(" ")}var{figures:dt}=b,Ug=["found","missed","unnecessary","spared"],gu=18,Ts=16;function bi(t,e){let n=t.reduce((a,c)=>a+c,0),o=t.map(a=>n>0?a*e/n:0),s=o.map(Math.floor),
r=e-s.reduce((a,c)=>a+c,0),i=o.map((a,c)=>c).sort((a,c)=>o[c]-s[c]-(o[a]-s[a])||a-c);for(let a of i.slice(0,n>0?r:0))s[a]+=1;return s}function Hg(t){let e=Math.
min(t,1-t);return[1e3,1e4,1e5].find(n=>n*e>=5)??1e6}function _i(t){let e=(t?.patients??[]).filter(({found:a,missed:c})=>Number.isFinite(a+c));if(!e.length)return null;
let n=t.setting.median,o=Hg(n),[s,r]=bi([n,1-n],o),i=e.map(({name:a,index:c,kind:l,found:u,missed:h,unnecessary:f,spared:p})=>{let[m,g]=bi([u,h],s),[v,_]=bi([f,
p],r);return{name:a,index:c,kind:l,...{found:m,missed:g,unnecessary:v,spared:_},...Vg(t,a,o)}});return{prevalence:n,count:o,cases:s,nonCases:r,rows:i}}function Vg(t,e,n){
let o=t.models?.find(i=>i.name===e)?.decisions,s=[o?.true_positives_per_1000,o?.false_positives_per_1000].filter(Boolean),r=Math.max(0,...s.map(i=>i.error??0))*
(n/1e3);return{coarse:s.some(X),about:r>.5}}function xi(t,e,n){let o=re(t,dt.patients,()=>xi(t,e,n)),s=_i(n);if(!s)return ie(o,dt.nothing);let r=q(n),i=Kg(o,s,r);
Zg(o,i,s,r);let a=i.top;for(let c of s.rows)a=Yg(o,i,s,c,a,r);return oe(o,a,Jg(s,r),Xg(s,r))}function Kg(t,{rows:e},n){let o=Math.max(...e.map(({name:f})=>R(B(f),
T.text,600))),s=e.map(f=>vu(f,n)).concat(e.map(f=>wu(f,n))),r=(f,p)=>Math.max(...s.slice(f,p).map(m=>R(m,T.tick))),i=r(0,e.length)+r(e.length)+2*Ts,a=t.width-i>=
90,c=a?Math.min(o+Ts,t.width-i,190):0,l=t.width-c-Ts-2,u=[r(0,e.length),r(e.length)],h=k(.36*l,Math.min(u[0],.5*l),Math.max(l-u[1],.4*l));return{beside:a,left:c,
nameWidth:a?c-12:t.width,first:{left:c+1,width:h},second:{left:c+1+h+Ts,width:Math.max(l-h,60)},top:t.top}}function yi(t,e,n){if(e.coarse)return Ke;let o=Object.
fromEntries(Ug.map(r=>[r,L(e[r])])),s=d(t,{...n,name:B(e.name),...o});return e.about?d(dt.about,{words:s}):s}var vu=(t,e)=>yi(dt.found_missed,t,e),wu=(t,e)=>yi(
dt.unnecessary,t,e);function Zg(t,e,{cases:n,nonCases:o},s){let r=[[e.first,d(dt.of_cases,{...s,count:L(n)})],[e.second,d(dt.of_non_cases,{...s,count:L(o)})]],i=r.
map(([c,l])=>Ne(l,c.width,T.tick)),a=Math.max(...i.map(({length:c})=>c));r.forEach(([c],l)=>i[l].forEach((u,h)=>{let f=t.top+12+15*(h+a-i[l].length);C(t.layer,c.
left,f,u,{"font-size":T.tick,fill:A})})),e.top=t.top+12+15*a}function Yg(t,e,{cases:n,nonCases:o},s,r,i){let a=Ne(B(s.name),e.nameWidth,T.text,600).slice(0,3),c={
"font-size":T.text,"font-weight":600};a.forEach((m,g)=>ge(t.layer,0,r+14+16*g,m,e.nameWidth,c));let l=e.beside?r:r+16*a.length+5,{colour:u,edge:h}=W(s.kind==="m\
odel"?s.index:-1);du(t,e.first,l,s.coarse?0:s.found,n,{fill:u,stroke:h}),du(t,e.second,l,s.coarse?0:s.unnecessary,o,{fill:A,stroke:A,"fill-opacity":.45});let f={
"font-size":T.tick},p=[[e.first,vu(s,i)],[e.second,wu(s,i)]].map(([{left:m,width:g},v])=>Le(t.layer,m,l+gu+2,v,g+4,f));return Math.max(...p,r+14+16*a.length)+18}
function du(t,{left:e,width:n},o,s,r,i){let a={x:O(e),y:O(o),height:gu};M(t.layer,"rect",{...a,width:O(n),fill:J,stroke:"none"});let{"fill-opacity":c=1,...l}=i;
s>0&&r>0&&M(t.layer,"rect",{...a,width:O(n*s/r),fill:l.fill,"fill-opacity":c}),M(t.layer,"rect",{...a,width:O(n),fill:"none",stroke:l.stroke??P})}function Jg({prevalence:t,
count:e,cases:n,rows:o},s){let r=o.filter(({kind:i})=>i==="model");return d(dt.patients_caption,{...s,count:L(e),prevalence:N(t),cases:L(n),rows:bu(dt.patients_row,
r,s)})}function Xg({rows:t},e){return`${bu(dt.patients_row_whole,t,e)}.`}function bu(t,e,n){let o=s=>`${B(s.name)}: ${Ke}`;return e.map(s=>s.coarse?o(s):yi(t,s,
n)).join("; ")}var{figures:Ze}=b,ki=[0,.2,.4,.6,.8,1],Mi=101;function Oi(t,e,n){let o=re(t,Ze.roc,()=>Oi(t,e,n)),s=(e??[]).filter(({fpr:f,tpr:p})=>f?.length>1&&p?.length>1).map(
Qg);if(!s.length)return ie(o,Ze.nothing);Re(o,e0(s));let r=q(n);Ge(o,d(Ze.roc_above,r));let i=ft(ki,N),a=Math.min(o.width-i-14,390),c={...Lt(o,i,a),right:i+a},l={
area:c,x:De(0,1,c.left,c.right),y:De(0,1,c.bottom,c.top)};ht(o,c,l.y,ki,N);let u=`M${c.left} ${c.bottom}L${c.right} ${c.top}`;M(o.layer,"path",{d:u,stroke:A,"st\
roke-dasharray":"2 3",fill:"none"});for(let{index:f,fpr:p,tpr:m}of s)_e(o.layer,W(f),Pt(p.map(l.x),m.map(l.y)));t0(o,l,s);let h=Ue(o,c,l.x,ki,N,d(Ze.roc_axis,r));
return o0(o,l,s,n),oe(o,h+4,r0(s,n))}function Qg(t){let[e,n]=[Array.from(t.fpr),Array.from(t.tpr)];return e[0]<=e[e.length-1]?{...t,fpr:e,tpr:n}:{...t,fpr:e.reverse(),
tpr:n.reverse()}}function e0(t){let e=(o,s)=>(r,i,a)=>M(r,"circle",{cx:i+22,cy:a,r:o,fill:s,stroke:P}),n=t.some(({points:o})=>o?.some(({what:s})=>s!=="middle"));
return[...t.map(({name:o,index:s,auc:r})=>({sample:Dt(W(s)),name:o,more:`, ${d(Ze.auc,{auc:xu(r)})}`})),{sample:e(6,A),name:Ze.roc_point},...n?[{sample:e(3.5,J),
name:Ze.roc_ends}]:[]]}function xu(t){let e=typeof t=="number"?t:t?.value;return Number.isFinite(e)?e.toFixed(3):"–"}function t0(t,{area:e,x:n,y:o},s){let r=[];
for(let{index:c,points:l}of s){let u=W(c),h="";for(let f of l??[])f.what==="middle"?r.push({...f,look:u,x:n(f.fpr),y:o(f.tpr)}):h+=Z(u,n(f.fpr),o(f.tpr),3.2);h&&
M(t.layer,"path",{d:h,fill:J,stroke:u.edge,"stroke-width":1.8})}let i=r.filter(c=>Number.isFinite(c.x)&&Number.isFinite(c.y)),a=i.map(({x:c,y:l})=>({left:c-8,right:c+
8,top:l-8,bottom:l+8}));for(let c of i)n0(t,e,c,a);for(let c of i)ne(t.layer,c.look,Z(c.look,c.x,c.y,5.5))}function n0(t,e,{x:n,y:o,cutoff:s,look:r},i){let a=`≥\
 ${N(s)}`,c=R(a,T.tick,600)+22,l=Math.min(n+12,e.right-c),u=v=>({left:l,right:l+c,top:v,bottom:v+17}),h=v=>i.some(_=>v.left<_.right&&_.left<v.right&&v.top<_.bottom&&
_.top<v.bottom),f=Math.min(o+8,e.bottom-18);for(;h(u(f))&&f<e.bottom-20;)f+=4;i.push(u(f));let[p,m]=[[n,o],[l+6,f+8]].map(v=>v.map(O).join(" "));M(t.layer,"path",
{d:`M${p}L${m}`,stroke:P,"stroke-width":1});let g={x:O(l),y:O(f),width:O(c),height:17,rx:3};M(t.layer,"rect",{...g,fill:J,"fill-opacity":.88}),ne(t.layer,r,Z(r,
l+8,f+8.5,3.6)),C(t.layer,l+16,f+12.5,a,{"font-size":T.tick,"font-weight":600})}function o0(t,{area:e,x:n,y:o},s,r){He(t,{label:Ze.read_roc,area:e,size:[Mi,1],start:[
_u(s[0].points?.find(({what:i})=>i==="middle")?.fpr),0],at:i=>[_u(n.invert(i)),0],show:i=>{let a=i/(Mi-1),c=s.map(f=>({...f,height:s0(f,a)})),l=c.map(({name:f,index:p,
height:m})=>({look:W(p),name:f,value:d(Ze.roc_finds,{tpr:N(m)})})),u=c.map(({index:f,height:p})=>({look:W(f),x:n(a),y:o(p)})),h=d(Ze.roc_heading,{fpr:N(a)});return{
x:n(a),low:!0,heading:h,rows:l,marks:u,foot:je(r.slice,q(r))}}})}function _u(t){return Number.isFinite(t)?Math.round((Mi-1)*k(t,0,1)):10}function s0({fpr:t,tpr:e},n){
let o=0;for(;o<t.length-1&&t[o+1]<=n;)o++;let s=(t[o+1]??0)-t[o];return s>0?e[o]+(e[o+1]-e[o])*(n-t[o])/s:e[o]}function r0(t,e){let n=q(e);return`${t.map(({name:s,
auc:r,points:i})=>{let a=i?.find(({what:f})=>f==="middle"),c=d(Ze.roc_ranks,{name:B(s),auc:xu(r)});if(!a)return c;let[l,u,h]=[a.tpr,a.fpr,a.cutoff].map(N);return d(
Ze.roc_model,{ranks:c,...n,tpr:l,fpr:u,cutoff:h})}).join("; ")} (${je(e.slice,n)}).`}var In=["value","low","high","error"];function on(t,e=1){if(typeof t=="number")return[e*t,null,null,0];let n=o=>Number.isFinite(o)?e*o:null;return[t?.value,t?.low,
t?.high,t?.error??null].map(n)}function yu({value:t,low:e,high:n,error:o},s){return{value:t[s],low:e?.[s],high:n?.[s],error:o?.[s]}}function ku(t,e,{factor:n,unit:o}){
return e.flatMap(([s,r,i])=>Array.from(t,(a,c)=>[a,s,r,...on(yu(i,c),n),o]))}function Mu(t,{scale:{factor:e,unit:n}}){let{one:o,other:s,prevalence:r,range:i}=t;
return{heads:["prevalence","model","minus",...In,"unit","within_range"],rows:Array.from(r,(a,c)=>[a,o,s,...on(yu(t,c),e),n,a>=i[0]&&a<=i[1]])}}function Ou(t,e){
let n=e.patients??[],o=_i(e);return{heads:["choice","prevalence","patients","found","missed","unnecessary","spared","found_per_1000","unnecessary_per_1000"],rows:n.
map(({name:s,found:r,unnecessary:i},a)=>{let c=o.rows[a],l=[c.found,c.missed,c.unnecessary,c.spared];return[s,o.prevalence,o.count,...l,r,i]})}}function Tu({prevalence:t,
models:e,treatAll:n,scale:o},s){let r=e.flatMap(a=>[[a.name,"as it is",a],...a.recalibrated?[[a.name,"recalibrated",{value:a.recalibrated}]]:[]]),i=n?[[Se,"defa\
ult strategy",{value:n}]]:[];return{heads:["prevalence","model","kind",...In,"unit"],rows:ku(t,[...r,...i],o??s.scale)}}function Eu({cost:t,prevalence:e,models:n,
treatAll:o,scale:s},r){let i=n.map(l=>[l.name,"as it is",l]),a=o?[[Se,"default strategy",{value:o}]]:[],c=ku(t,[...i,...a],s??r.scale);return{heads:["threshold_\
probability","model","kind",...In,"unit","prevalence"],rows:c.map(l=>[...l,e])}}function Au(t){for(;!t.done&&t.work&&!t.work(50););let{prevalence:e,cost:n,names:o,
winner:s}=t,r={[Un]:"too close to call",[Hn]:"not from this page"};return{heads:["threshold_probability","prevalence","best"],rows:Array.from(n).flatMap((i,a)=>Array.
from(e,(c,l)=>{let u=s[a][l];return[i,c,u===null?null:r[u]??o[u]]}))}}function Su(t){let e=({name:s,curve:r})=>Array.from(r?.predicted??[],(i,a)=>[s,"curve",i,null,
r.observed[a],r.low?.[a]??null,r.high?.[a]??null,null,null]),n=({name:s,histogram:r})=>Array.from(r?.cases??[],(i,a)=>[s,"histogram",S(r.edges[a]),S(r.edges[a+1]),
null,null,null,i,r.nonCases[a]]),o=({name:s,observedExpected:r})=>{let[i,a,c]=on(r??void 0);return[[s,"observed/expected",null,null,i,a,c,null,null]]};return{heads:[
"model","what","predicted","predicted_to","observed","low","high","share_of_cases","share_of_non_cases"],rows:t.flatMap(s=>[...e(s),...n(s),...o(s)])}}function $u(t){
return{heads:["model","false_positive_rate","true_positive_rate","cutoff","what"],rows:t.flatMap(({name:e,fpr:n,tpr:o,points:s})=>[...Array.from(n,(r,i)=>[e,r,o[i],
null,"curve"]),...s.map(r=>[e,r.fpr,r.tpr,r.cutoff,r.what])])}}function Nu(t,{models:e,scale:{factor:n,unit:o}}){let s=(r,i,a)=>[r,i,...on(a,n),o];return{heads:[
"model","part",...In,"unit"],rows:e.flatMap(r=>{let{name:i,added:a,loss:c,perfect:l}=vi(r),u=Object.entries(r.split??{}).filter(([,h])=>h!=null);return[s(i,"net\
 benefit",r.score),s(i,"adds over deciding without a model",a),s(i,"lost to miscalibration",c??void 0),s(i,"a perfect model adds",l),...u.map(([h,f])=>s(i,h,f))]})}}
function Ru(t,{groups:e,scale:{factor:n,unit:o}}){let s=({name:r,patients:i,positives:a,prevalence:c})=>[r,i,a,c];return{heads:["group","patients","positives","\
prevalence","model","what",...In,"unit","observed_expected","observed_expected_low","observed_expected_high"],rows:e.flatMap(r=>r.models.flatMap(({name:i,score:a,
withCommonCutoff:c,observedExpected:l})=>[["own cut-off",a],["common cut-off",c]].map(([u,h])=>{let f=on(l??void 0).slice(0,3);return[...s(r),i,u,...on(h,n),o,...f]})))}}
var i0=["total","labelShift","mechanism","sharpnessCorrected","calibrationCorrected"];function Iu(t,{gaps:e,scale:{factor:n,unit:o}}){return{heads:["group","ref\
erence","model","part",...In,"unit"],rows:e.flatMap(({group:s,reference:r,model:i,parts:a})=>i0.filter(c=>Number.isFinite(a[c]?.value)).map(c=>[s,r,i,c,...on(a[c],
n),o]))}}var{figures:gt}=b;function Ti(t,e,n){let o=re(t,gt.value,()=>Ti(t,e,n)),s=ps(e);if(!s?.models?.length||!(s.prevalence?.length>1))return ie(o,gt.nothing);let r=s.
scale??n.scale;Re(o,a0(s,n)),Ge(o,$n(r,n,n.state?.units));let i=s.range[0]===s.range[1]?1.4:.5,a=ms(o,s,r,s.prevalence,as(s.prevalence,s.range,i));ds(o,a,s);let c=tt(
a.x.low,a.x.high,o.width<480?6:9),l=d(gt.prevalence,q(n)),u=Ue(o,a.area,a.x,c,N,l),h=f=>d(gt.at_prevalence,{prevalence:N(f)});return gs(o,a,{...s,scale:r},n,{shares:s.
prevalence,start:s.median,heading:h}),oe(o,u+4,c0(s,n))}function a0(t,e){let n=vs(t,e.level),o=t.models.length,s={colour:A,edge:A,dash:Yt,marker:null,width:1.8},
r=t.models.some(({recalibrated:c})=>c),i={range:vt(t.range)},a=t.range[0]===t.range[1]?gt.your_setting:gt.your_range;return[...n.slice(0,o),...r?[{sample:Dt(s),
name:gt.recalibrated}]:[],...n.slice(o),{sample:us(t.range),name:d(a,i)}]}function c0(t,e){let{models:n,scale:o,level:s,verdict:r}=e,i=n.map(({name:a,score:c})=>d(
gt.value_one,{name:B(a),score:ee(c,o)}));return d(t.range[0]===t.range[1]?gt.value_caption_at:gt.value_caption,{range:vt(t.range),scores:i.join(", "),unit:We(o,
e),level:Y(s),best:Sn(r)}).replaceAll(" %"," %")}var{figures:Ie}=b,Du="no model",Cu=12,l0=40,u0=120;function Ei(t,e,n,o={}){let s=re(t,Ie.winner,()=>Ei(t,e,n,o));if(!(e?.winner?.length>1)||!(e.winner[0]?.length>
1))return ie(s,Ie.nothing);let r=f0(e,n),{range:i,costs:a}=n.setting;Ge(s,d(Ie.winner_above,q(n)));let c=tt(...Bu(e).cost,8),l=Lt(s,ft(c,Wu),Math.round(s.width*
.34+80)),u=m0(e,l),h=ju(e);d0(s,h,u,r),g0(s,h,u,r),w0(s,l,u,c);let f=k0(u,i,a);b0(s,h,u,r,f),M0(s,f);let p=tt(u.x.low,u.x.high,s.width<480?6:9),m=d(Ie.prevalence,
q(n));return s.top=Ue(s,l,u.x,p,N,m)+8,Re(s,p0(h,r,n.setting)),O0(s,l,u,e,n,r,o),h0(s,e),oe(s,s.top-4,E0(n,o))}var Wu=t=>`${N(t)}, ${st(t)}`,Pu=t=>globalThis.requestIdleCallback?
requestIdleCallback(t,{timeout:50}):setTimeout(()=>t(null),16);function h0(t,e){if(t.map=e,e.done||!e.work||t.working===e)return;t.working=e;let n=performance.now(),
o=s=>{if(t.map!==e||!t.svg.isConnected){t.working=null;return}let r=e.work(k(s?.timeRemaining()??Cu,Cu,l0));(r||performance.now()-n>u0)&&(r&&(t.working=null),t.
again(),n=performance.now()),r||Pu(o)};Pu(o)}function f0(t,e){let n=new Map;return t.names.forEach((o,s)=>{let r=e.models.find(c=>c.name===o);if(ln.includes(o)&&
!r)return;let{colour:i,edge:a}=W(r?.index??s);n.set(s,{name:o,look:W(r?.index??s),fill:i,edge:a,opacity:.8})}),n.set(Du,{name:Ie.no_model_short,fill:A,edge:A,opacity:.08}),
n.set(Un,{name:Ie.too_close,fill:A,edge:A,opacity:.32}),n.set(Hn,{name:Ke,fill:J,edge:A,opacity:1}),n.set(null,{name:Ie.working,fill:A,edge:A,opacity:.14,dash:"\
3 2"}),n}function ju({winner:t,names:e}){let n=e.map(s=>!ln.includes(s)),o=s=>s==null?null:s<0||n[s]?s:Du;return t.map(s=>Array.from(s,o))}function p0(t,e,{range:n,
costs:o}){let s=new Set(t.flat()),r={fill:"none",stroke:P,"stroke-width":2.5},i=n[0]===n[1]&&o[0]===o[1],a=(u,h,f)=>M(u,"circle",{cx:h+16,cy:f,r:6,...r}),c=[...e].
filter(([u])=>s.has(u)).map(([,{name:u,fill:h,edge:f,opacity:p,dash:m="none"}])=>({sample:An({fill:h,"fill-opacity":p,stroke:f,"stroke-dasharray":m}),name:u})),
l=d(Ie.your_box,{prevalence:vt(n),cost:lo(o)});return[...c,{sample:i?a:An(r),name:l}]}function m0(t,e){let{prevalence:n,cost:o}=Bu(t),s=pt(...n,e.left,e.right),
r=pt(...o,e.bottom,e.top);return{x:s,y:r,columns:Fu(Array.from(t.prevalence,s),s),rows:Fu(Array.from(t.cost,r),r)}}function Bu({axes:t,prevalence:e,cost:n}){let o=s=>[
s[0],s[s.length-1]];return t??{prevalence:o(e),cost:o(n)}}function Fu(t,{from:e,to:n}){let o=t.slice(1).map((s,r)=>O((s+t[r])/2));return[O(e),...o,O(n)]}function d0(t,e,n,o){
zu(t,e,n,o);let s=v0(e,n.columns,n.rows);M(t.layer,"path",{d:s,stroke:P,fill:"none","stroke-width":.8})}function zu(t,e,{columns:n,rows:o},s){let r=new Map([...s.
keys()].map(i=>[i,""]));e.forEach((i,a)=>{let c=0;for(let l=1;l<=i.length;l++){if(l<i.length&&i[l]===i[c])continue;let u=`M${n[c]} ${o[a]}H${n[l]}V${o[a+1]}H${n[c]}\
z`;r.set(i[c],r.get(i[c])+u),c=l}});for(let[i,a]of r){let{fill:c,opacity:l}=s.get(i);a&&i!==null&&M(t.layer,"path",{d:a,fill:c,"fill-opacity":l,"shape-rendering":"\
crispEdges"})}}function g0(t,e,n,o){if(e.every(a=>!a.includes(null)))return;let s=(a,c)=>[1,2,4].map(l=>e[a-a%l][c-c%l]).find(l=>l!==null)??null,r=e.map((a,c)=>a.
map((l,u)=>l===null?s(c,u):null)),i=new Map([...o].map(([a,c])=>[a,{...c,opacity:.4*c.opacity}]));zu(t,r,n,i)}function v0(t,e,n){let o="",s=(r,i)=>r!==i&&r!==null&&
i!==null;for(let r=0;r<t.length;r++)for(let i=0;i<t[r].length;i++)i>0&&s(t[r][i],t[r][i-1])&&(o+=`M${e[i]} ${n[r]}V${n[r+1]}`),r>0&&s(t[r][i],t[r-1][i])&&(o+=`M${e[i]}\
 ${n[r]}H${e[i+1]}`);return o}function w0(t,e,{y:n},o){let s=os(o,n,18);ht(t,{...e,right:e.left},n,s,Wu);let r=s.map(a=>`M${e.left-4} ${O(n(a))}h4`).join(""),i=`\
M${e.left} ${e.top}H${e.right}V${e.bottom}H${e.left}z`;M(t.layer,"path",{d:r+i,stroke:A,fill:"none"})}function b0(t,e,{columns:n,rows:o},s,r){for(let[i,{name:a}]of s){
if(i===null)continue;let c=x0(e,i,n,o),l=Math.min(R(ce(a),T.text,600)+8,160),u=c.width>=l&&c.height>=20?_0(c,l,r):null;u&&jl(t.layer,u.x,u.y+4.5,a,l,{"font-weig\
ht":600})}}function _0(t,e,n){let o=({x:r,y:i})=>r+e/2<n.left-4||r-e/2>n.right+4||i+10<n.top-4||i-10>n.bottom+4;return[[0,0],[0,-1],[0,1],[-1,0],[1,0]].flatMap(
([r,i])=>[.5,1].map(a=>({x:t.x+r*a*(t.width-e)/2,y:t.y+i*a*(t.height-20)/2}))).find(o)??null}function x0(t,e,n,o){let s=new Array(t[0].length).fill(-1),r={area:0,
width:0,height:0};for(let i=0;i<t.length;i++){for(let a=0;a<s.length;a++)s[a]=t[i][a]!==e?-1:s[a]<0?i:s[a];for(let a=0;a<s.length;a++)s[a]<0||a>0&&s[a-1]===s[a]||
(r=y0(s,a,i,n,o,r))}return r}function y0(t,e,n,o,s,r){let i=e,a=e;for(;i>0&&t[i-1]>=0&&t[i-1]<=t[e];)i--;for(;a+1<t.length&&t[a+1]>=0&&t[a+1]<=t[e];)a++;let c=o[a+
1]-o[i],l=Math.abs(s[n+1]-s[t[e]]),u=c*Math.min(l,90);return u<=r.area?r:{area:u,width:c,height:l,x:(o[a+1]+o[i])/2,y:(s[n+1]+s[t[e]])/2}}function k0({x:t,y:e},n,o){
let[s,r]=n.map(u=>O(t(k(u,t.low,t.high)))),[i,a]=o.map(u=>O(e(k(u,e.low,e.high)))),c=r-s<3?4:0,l=i-a<3?4:0;return{left:s-c,right:r+c,top:a-l,bottom:i+l,single:c>
0&&l>0}}function M0(t,{left:e,right:n,top:o,bottom:s,single:r}){let i={cx:(e+n)/2,cy:(o+s)/2,r:7,fill:"none"},a={x:e,y:o,width:O(n-e),height:O(s-o),rx:2,fill:"n\
one"},[c,l]=r?["circle",i]:["rect",a];M(t.layer,c,{...l,stroke:J,"stroke-width":6}),M(t.layer,c,{...l,stroke:P,"stroke-width":2.5})}function O0(t,e,{x:n,y:o},s,r,i,a){
let{range:c,costs:l}=r.setting,u=s.cost.length-1,h=m=>u-Ve(s.cost,m),f=m=>Ve(s.prevalence,m),p=ju(s);He(t,{label:Ie.read_winner,lazy:!0,area:e,size:[s.prevalence.
length,s.cost.length],start:[f(de(...c)),h(de(...l))],at:(m,g)=>[f(n.invert(m)),h(o.invert(g))],pick:a.onPick&&((m,g)=>a.onPick(Lu(s.prevalence,m),Lu(s.cost,u-g))),
show:(m,g)=>{let[v,_]=[s.prevalence[m],s.cost[u-g]],y={x:n(v),y:o(_)},x={prevalence:N(v),threshold:N(_),ratio:st(_)},I=T0(a.pointAt?.(v,_),p[u-g][m],i,r),j={colour:J,
marker:"circle"},H=a.onPick?Ie.winner_pick:je(r.slice,q(r));return{...y,guide:!1,heading:d(Ie.winner_heading,x),rows:I,marks:[{look:j,...y}],foot:H}}})}function Lu(t,e){
return en(t[e],[t[0],t[t.length-1]])}function T0(t,e,n,o){let s=n.get(e);if(!t?.verdict)return[{look:s.look,name:s.name}];let{verdict:r}=t,i=[{look:s.look,name:Sn(
r)}],a=Qn(t,r.best,r.runnerUp);if(r.coarse||!a)return i;let[c,l]=[r.best,r.runnerUp].map(ce),u=ee(a.adjusted,t.scale??o.scale,!0);return i.push({name:d(Ie.minus,
{one:c,other:l}),value:u}),Number.isFinite(a.confidence)&&i.push({name:Ie.winner_confidence,value:cn(a.confidence).replace(" %"," %")}),i}function E0(t,{pointAt:e}){
let{median:n,costs:o}=t.setting,s=de(...o),r=ri(t,e,n,s),i=Sn(r?r.verdict:t.verdict);return d(Ie.winner_caption,{prevalence:N(n),ratio:st(s),best:i})}var{page:Es}=b,{sections:Wt}=Es;function qu({state:t,verdict:e}){let[n,o]=[e.best,e.runnerUp].sort((r,i)=>(r===$)-(i===$)),s=t.against??o;return[n,s===n?o:s]}var A0={
difference:{title:t=>{let[e,n]=qu(t);return $e(Es.against.main,{one:[e],other:{control:"other",text:n}})},data:(t,e,n)=>t.differenceCurve(e,...qu(n)),draw:hi,rows:Mu},
patients:{title:()=>[Es.patients_title],note:({setting:t})=>d(Es.patients_note,{prevalence:et(z(t.median))}),tellsItself:!0,data:(t,e,n)=>n,draw:xi,rows:Ou},decision:{
title:()=>[Wt.decision],data:(t,e)=>t.decisionCurve(e),draw:ai,rows:Eu},calibration:{title:()=>[Wt.calibration],data:(t,e)=>t.calibration(e),draw:si,rows:Su},models:{
title:()=>[Wt.models],data:(t,e,n)=>n,draw:wi,rows:Nu},groups:{title:()=>[Wt.groups],data:(t,e,n)=>n,draw:mi,rows:Ru},map:{title:()=>[Wt.map],data:(t,e,n,o)=>S0(
t.map(e),o),draw:Ei,rows:Au},value:{title:()=>[Wt.value],data:(t,e)=>t.valueCurve(e),draw:Ti,rows:Tu},gaps:{title:()=>[Wt.gaps],data:(t,e,n)=>n,draw:pi,rows:Iu},
roc:{title:()=>[Wt.roc],data:(t,e)=>t.roc(e),draw:Oi,rows:$u}};function S0(t,e){return e&&t.work(1/0),t}var Gu=t=>t.map(e=>e.text??e).join("");function As(t,{engine:e,
answer:n,use:o,panels:s},r=!1){let{title:i,note:a,tellsItself:c=!1,data:l,draw:u,rows:h}=A0[t],f={title:`title-${t}`,finding:`finding-${t}`},p=le=>l(e,n().state,
n(),le),m=w(r?"h3":"h2",{id:f.title,class:r&&"unseen"}),g=Jn(m,s,"plain");i.length===0&&g(i());let v=w("p",{class:"note",hidden:a===void 0}),_=w("div",{class:"h\
ost","data-untitled":!0}),y=w("p",{class:c?"unseen":"finding",id:f.finding}),x=()=>h(p(!0),n()),I=Rl({key:t,title:()=>Gu(i(n())),figure:()=>_.querySelector("svg\
.figure"),table:x,state:()=>n().state}),j=w("figure",{id:t,"aria-labelledby":f.title,"aria-describedby":f.finding},w("figcaption",{},w("div",{class:"head"},m,I),
v),_,y);function H(le,Ye=!1){j.dataset.drawn="",g(i(le)),a!==void 0&&F(v,a(le)),F(y,u(_,p(Ye),le,o)??""),c||Jt(y)}return{key:t,title:()=>Gu(i(n())),element:j,show:H,
numbers:x}}var{tables:ot}=b,At=t=>({head:t,kind:"name"}),sn=t=>({head:t,kind:"text"}),we=t=>({head:t,kind:"number"}),ve=(t,e=1)=>[t?.value,t?.low,t?.high].map(n=>n==null?null:
e*n);function Uu({scale:t,models:e,defaults:n,state:o,level:s,picked:r}){let{label:i,weighted:a}=D(o.units),c=Object.entries(n),{factor:l,unit:u}=t;return{columns:[
At(""),we(d(ot.models_level,{score:i,level:Y(s)})),we("AUC"),we(d(ot.models_loss,t))],rows:[...e.map(h=>[{text:h.name,index:h.index},ye(h.score,t),io(h.auc),ye(
h.split.calibrationCorrected,t)]),...c.map(([h,f])=>[h,ye(f,t),"",""])],note:[d(a?ot.models_note_of_accuracy:ot.models_note,{unit:u,units:i}),...$0(r,t)].join("\
 "),csv:{heads:["model","score","low","high","unit","auc","auc_low","auc_high","calibration_loss","calibration_loss_low","calibration_loss_high"],rows:[...e.map(
h=>[h.name,...ve(h.score,l),u,...ve(h.auc),...ve(h.split.calibrationCorrected,l)]),...c.map(([h,f])=>[h,...ve(f,l),u,...ve(null),...ve(null)])]}}}function $0(t,e){
if(t===null||t.coarse)return[];let[,n,o]=Je(t,e);return[d(ot.models_note_adjusted,{count:t.count,model:t.name,low:n,high:o})]}function N0({difference:t,adjusted:e},n){
return t.coarse||e.coarse?b.numbers.not_from_this_page:Je({value:t.value,...e},n).slice(1).join(" to ")}function Hu({comparisons:t,models:e,scale:n,level:o,margin:s}){
let r=new Map(e.map(u=>[u.name,u.index])),i=u=>r.has(u)?{text:u,index:r.get(u)}:u,a=s===null?null:K(1e3*s,6),c=({confidence:u,aboveMargin:h})=>s===null?[u]:[u,h],
l=[d(ot.differences_note,{count:t.length})];return s!==null&&l.push(d(ot.differences_note_margin,{margin:a})),{columns:[At("model"),sn(ot.minus),we(`${n.unit} (${Y(
o)} CI)`),we(ot.adjusted),we(ot.confidence),...s===null?[]:[we(d(ot.confidence_above_margin,{margin:a}))]],rows:t.map(u=>[i(u.model),i(u.other),ye(u.difference,
n),N0(u,n),...c(u).map(h=>u.difference.coarse?b.numbers.missing:cn(h))]),note:l.join(" "),csv:{heads:["model","minus","difference","low","high","adjusted_low","\
adjusted_high","unit","confidence",...s===null?[]:["confidence_above_margin"]],rows:t.map(u=>[u.model,u.other,...ve(u.difference,n.factor),...ve(u.adjusted,n.factor).
slice(1),n.unit,...c(u)])}}}var{tables:Be,rates:Ai,counts:Ku,short_names:Vu,threshold:Zu}=b,Ss={...Ai,...Ku},Yu=(t,e)=>(e in Ai?Pi:Fi)(t[e]);function Ju({models:t,state:e,level:n}){let{over:o,
prevalence:s}=t[0].cutoff,r=o===""?[]:Zu.ends[o];return{columns:[At(""),...t.map(({name:i})=>we(i))],rows:[[Be.threshold_probability,...t.map(({cutoff:i})=>z(i.
probability))],[Be.cutoff_on_score,...t.map(({cutoff:i})=>z(i.value))],...r.map((i,a)=>[` ${i}`,...t.map(({cutoff:c})=>z(a===0?c.high:c.low))]),...Object.entries(
Ss).map(([i,a])=>[a,...t.map(({decisions:c})=>Yu(c,i))])],note:[d(Be.decisions_note,{prevalence:z(s),which:th(e),level:Y(n)}),...R0(t),...t.flatMap(i=>nh(i.name,
i))].join(" "),csv:{heads:["model",...Qu],rows:t.map(i=>[i.name,...eh(i)])}}}function Xu({groupDecisions:t,state:e}){let n=Object.keys(Ss),o=t[0]?.cutoff.prevalence,
s=e.prevalence===null?Be.decisions_note_by_observed:Be.decisions_note_by;return{columns:[At(Be.group),sn(Be.model),we(Be.treat_at_or_above),...n.map(r=>we(r in Ku?
`${Vu[r]}, per 1,000`:Vu[r]))],rows:t.map(({group:r,name:i,index:a,cutoff:c,decisions:l})=>[r,{text:i,index:a},z(c.value),...n.map(u=>Yu(l,u))]),note:[d(s,{prevalence:z(
o),which:th(e)}),...t.flatMap(r=>nh(`${r.group}, ${r.name}`,r))].join(" "),csv:{heads:["group","model",...Qu],rows:t.map(r=>[r.group,r.name,...eh(r)])}}}var Qu=[
"threshold_probability","cutoff","cutoff_lowest","cutoff_highest","prevalence",...Object.keys(Ss).flatMap(t=>[t,`${t}_low`,`${t}_high`])];function eh({cutoff:t,
decisions:e}){let n=Object.keys(Ss).flatMap(o=>ve(e[o]));return[t.probability,...ve(t),t.prevalence,...n]}function th({prevalence:t}){return t===null?Be.decisions_at_observed:
t[0]===t[1]?Be.decisions_at_stated:Be.decisions_at_median}function R0(t){let e=new Map;for(let{name:n,cutoff:o}of t){let s=Ci(o);e.set(s,[...e.get(s)??[],n])}return[
...e].map(([n,o])=>e.size===1?n:d(Zu.of,{models:o.join(", "),reason:n}))}function nh(t,{cutoff:e,decisions:n}){return Object.entries(Ai).filter(([o])=>n[o]===null).
map(([o,s])=>{let r=d(Be.nobody[o],{cutoff:z(e.value)});return d(Be.not_available,{model:t,measures:s,why:r})})}var{tables:Q,measures:oo,gap_parts:no,digits:rh,constants:I0}=b,{readings:rn}=b;function ih({groups:t,scale:e,state:n},o,s){let r=m=>Number.isFinite(m)?z(m):b.numbers.
missing,i=m=>[m.name,L(m.patients),L(m.positives),r(m.prevalence)],a=m=>m.models.map(g=>[...i(m),{text:g.name,index:g.index},ye(g.score,e),Si(g.observedExpected),
z(g.cutoff),z(g.commonCutoff),ye(g.withCommonCutoff,e)]),c=t.flatMap(m=>m.estimable?a(m):[[...i(m),Q.not_estimable,"","","","",""]]),l=t.filter(({estimable:m})=>!m).
map(m=>`${m.name}: ${m.whyNot}`),{label:u,zero:h}=D(n.units),f=h===null?[]:[Q.groups_zero];return{columns:[At(Q.group),...[s?Q.rows:Q.patients,Q.events,"prevale\
nce"].map(we),sn(Q.model),...[u,oo.observed_expected,Q.treat_at_or_above,Q.one_threshold].map(we),we(d(Q.with_one_threshold,{score:u}))],rows:c,note:[...f,...C0(
n,t,o),Q.groups_one_threshold,Q.groups_expected,"Choose a group above to see its differences and figures.",...l].join(" "),csv:P0(t,e)}}function C0({prevalence:t},e,n){
let o=t===null?"observed":"stated",s=e.find(({estimable:i})=>i)?.models??[],r=new Map;for(let{name:i}of s){let a=t===null!=(n[i]==="group"),c=Q[`groups_${a?"own":
"same"}_threshold_${o}`];r.set(c,[...r.get(c)??[],i])}return r.size===1?[...r.keys()]:[...r].map(([i,a])=>d(Q.groups_of_models,{models:a.join(", "),sentence:i}))}
function P0(t,e){let n=["group","patients","events","prevalence","model","score","low","high","unit","why_not"],o=["observed_expected","observed_expected_low","\
observed_expected_high"],s=["cutoff","common_cutoff","with_common_cutoff","with_common_cutoff_low","with_common_cutoff_high"],r=t.flatMap(i=>{let a=[i.name,i.patients,
i.positives,i.prevalence];return i.estimable?i.models.map(c=>[...a,c.name,...ve(c.score,e.factor),e.unit,"",...ve(c.observedExpected),c.cutoff,c.commonCutoff,...ve(
c.withCommonCutoff,e.factor)]):[[...a,"","","","","",i.whyNot,...new Array(8).fill("")]]});return{heads:[...n,...o,...s],rows:r}}function Si(t){if(!t||t.value===
null)return b.numbers.missing;let[e,n,o]=[t.value,t.low,t.high].map(s=>pe(s,rh.slope));return`${e} (${n} to ${o})`}var oh={total:no.total,mechanism:`= ${no.mechanism}`,
sharpnessCorrected:` = ${no.sharpness}`,calibrationCorrected:` + ${no.calibration}`,labelShift:`+ ${no.label_shift}`};function ah({gaps:t,scale:e,state:n,level:o}){
let s=t.flatMap(a=>Object.entries(oh).flatMap(([c,l])=>[[c==="total"?{text:a.model,index:a.index}:"",c==="total"?d(Q.gap_between,a):"",l,ye(a.parts[c],e)],...c===
"mechanism"&&sh(a.readings)?L0(a.readings,e):[]])),r=t.filter(({readings:a})=>sh(a)),i=d(n.prevalence===null?Q.gaps_place_between:Q.gaps_place,{prevalence:Ps(n.
prevalence)});return{columns:[At("model"),sn("groups"),sn("part"),we(e.unit)],rows:s,note:[d(Q.gaps_note,{place:i}),...F0(t,o),...r.map(a=>D0(a,e))].join(" "),csv:{
heads:["model","group","reference","part","value","low","high","unit"],rows:t.flatMap(a=>Object.keys(oh).map(c=>[a.model,a.group,a.reference,c,...ve(a.parts[c],
e.factor),e.unit]))}}}function F0(t,e){let n=new Set(t.map(({group:o})=>o)).size;return n<2?[]:[d(Q.several_note,{comparisons:n,one_in:K(1/(1-e),3)})]}function sh(t){
if(!t)return!1;let{group:e,all:n}=t,o=({low:r,high:i})=>r>0||i<0;if(e.value*n.value<0&&(o(e)||o(n)))return!0;let s=({low:r,high:i},{value:a})=>r<=a&&a<=i;return!(s(
e,n)&&s(n,e))}function L0(t,e){return["group","all"].map(n=>["","",` ${rn[n]}`,ye(t[n],e)])}function D0({group:t,reference:e,model:n,readings:o},s){let{ratios:r,
supported:i,neither_fits:a,used:c}=o,l=([m,g])=>d(rn.ratios,{first:Si(m),second:Si(g)}),u={by_group:ye(o.group,s),by_all:ye(o.all,s)},h=a?rn.supports_neither:rn.
cannot_tell,f=i===null?h:rn[`supports_${i}`],p=i!==null&&i!==c?[d(rn.other_is_used,{reading:i})]:[];return[`${n}: ${d(rn.depends,{group:t,reference:e,...u})}`,d(
f,{ratios_group:l(r.group),ratios_all:l(r.all)}),...p].join(" ")}function ch({models:t}){let e=Object.entries(t);return{columns:[At(""),...e.map(([n])=>we(n))],
rows:Object.entries(oo).map(([n,o])=>[o,...e.map(([,s])=>io(s[n]))]),note:["At the study's own setting, in all patients.",Q.usual_note,...e.flatMap(([n,o])=>[...W0(
n,o),...j0(n,o.calibration_slope)])].join(" "),csv:{heads:["model","measure","value","low","high"],rows:e.flatMap(([n,o])=>Object.keys(oo).map(s=>[n,s,...ve(o[s])]))}}}
function W0(t,{not_available:e}){let n=new Map;for(let[o,s]of Object.entries(e))o in oo&&n.set(s,[...n.get(s)??[],oo[o]]);return[...n].map(([o,s])=>d(Q.not_available,
{model:t,measures:s.join(Q.not_available_or),why:o}))}function j0(t,e){let[n,o]=I0.slope_near_one;if(!e||e.value===null||e.high>=n&&e.low<=o)return[];let s=e.value<
1?Q.too_extreme:Q.too_moderate;return[d(Q.slope_far_from_one,{model:t,slope:pe(e.value,rh.slope),how:s})]}var B0=new ResizeObserver(t=>{for(let{target:e}of t)e.scrollWidth>e.clientWidth?e.tabIndex=0:e.removeAttribute("tabindex")});function lh(t){let e=w("tr"),n=w("t\
body"),o=w("table",{},w("caption",{},t),w("thead",{},e),n),s=w("div",{class:"scroll",role:"region","aria-label":t},o);B0.observe(s);function r(i,a){for(z0(e,i);n.
rows.length>a.length;)n.deleteRow(-1);a.forEach((c,l)=>q0(n.rows[l]??n.insertRow(),i,c))}return{frame:s,show:r}}function z0(t,e){for(;t.children.length>e.length;)
t.lastChild.remove();e.forEach(({head:n,kind:o},s)=>{let r=t.children[s]??t.appendChild(n===""?w("td",{}):w("th",{scope:"col"}));r.className!==o&&(r.className=o),
F(r,n)})}function q0(t,e,n){for(;t.children.length>n.length;)t.lastChild.remove();n.forEach((o,s)=>{let r=e[s].kind,i=r==="name"&&o!==""?"th":"td",a=t.children[s];
if(a?.localName!==i){let c=w(i,i==="th"?{scope:"row"}:{});a===void 0?t.append(c):a.replaceWith(c),a=c}a.className!==r&&(a.className=r),G0(a,o,r)})}function G0(t,e,n){
let{text:o,index:s}=typeof e=="string"?{text:e}:e,r=`${s??""}|${o}`;if(t.dataset.shown===r)return;t.dataset.shown=r;let i=n==="number"||n==="words"?o:wn(o);t.replaceChildren(
...s===void 0?[]:[Ho(s)],i)}var{tables:an,page:$s}=b,{sections:Cn}=$s,U0=14;function uh(t,e,n,o){let s=lh(t),r=w("p",{class:"note"}),i=w("p",{class:"bins"}),a=()=>o(n.answer()).csv,c=d($s.
save_table,{title:t}),l=w("button",{type:"button",class:"save","aria-label":c,title:c},"CSV");l.addEventListener("click",()=>yn(Xo(a(),n.state()),`baserate-${e}\
.csv`,"text/csv"));let u=w("div",{class:"table"},w("div",{class:"head"},l),s.frame,i,r);function h(f){let{columns:p,rows:m,note:g}=o(f);s.show(p,m),F(r,g),F(i,Gr(
n.engine,f))}return{key:`table-${e}`,title:()=>t,element:u,show:h,numbers:a}}var hh=(t,...e)=>w("details",{class:"as-table"},w("summary",{},t),...e);function so(t,e,...n){
return w("details",{class:"section",id:t},w("summary",{},w("h2",{},e)),...n)}function fh(t){let{study:e,stage:n}=t,o=[],s=(v,_)=>{let y=As(v,t,_);return n.add(y.
element,y.show),o.push(y),y.element},r=(v,_,y)=>{let x=uh(v,_,t,y);return n.add(x.element,x.show),o.push(x),x.element},i=(v,..._)=>w("section",{class:"block","a\
ria-labelledby":`title-${v}`},..._),a=e.result.groups.length>0?H0(t,{figure:s,table:r,block:i}):null,c=i("models",s("models"),hh($s.as_a_table,r(an.models,"mode\
ls",Uu))),[l,u]=["map","value"].map(v=>i(v,s(v))),h=["decision","calibration"].map(v=>i(v,s(v))),p=e.result.groups.length*t.engine.models.length>U0?[w("div",{class:"\
stack"},c,l,u),a.open]:[c,...a?[a.open]:[],l,u],m=[...h,...p],g=V0(t,o);return{open:m,folded:[so("threshold",Cn.threshold,r(an.decisions,"decisions",Ju)),so("di\
fferences",Cn.differences,r(an.differences,"differences",Hu)),...a?.folded??[],so("roc-curve",Cn.roc,s("roc",!0)),so("usual",Cn.usual,g)],parts:o,contents:m.flatMap(
v=>[...v.querySelectorAll("figure")].map(({id:_})=>({id:_,title:Cn[_]})))}}function H0({study:t},{figure:e,table:n,block:o}){let{parameters:s}=t.result.provenance,
{source_prevalence:r}=t.result.deployment,i=Object.fromEntries(Object.entries(r).map(([p,{of:m}])=>[p,m])),a=t.result.data.clusters!==null,c=typeof s.by=="strin\
g"?s.by:"group",l=n(d(an.by,{column:c}),"groups",p=>ih(p,i,a)),u=n(d(an.decisions_by,{column:c}),"group-decisions",Xu),h=t.page.gaps.length>0,f=()=>so("gaps-sec\
tion",Cn.gaps,e("gaps",!0),n(an.gaps,"gaps",ah));return{open:o("groups",e("groups"),hh($s.as_a_table,l,u)),folded:h?[f()]:[]}}function V0({study:t,engine:e},n){
let o={answer:()=>({exact:!0}),state:()=>e.own,engine:e},s=uh(an.usual,"usual-measures",o,()=>ch(t.result));return s.show({exact:!0}),n.push(s),s.element}var ph=300;function K0(){let t=JSON.parse(document.getElementById("study").textContent),e=Gc(t),n=mh(e),{state:o}=n,s=e.answer(o),r=0,i={state:()=>o,answer:()=>s},
a=J0(e),u=Z0({study:t,engine:e,...i,writeLink:()=>a.now(o),onChange:(f,p)=>h({...o,...f},p),onReset:()=>h(e.own,!0)});function h(f,p=!1){hn(f,o)&&!p||(o=f,s=e.answer(
o),u.showVerdict(s,p),u.tell([]),cancelAnimationFrame(r),r=requestAnimationFrame(()=>u.showRest(s)),a.soon(o))}addEventListener("hashchange",()=>{if(Kr(location.
hash.slice(1)))return a.soon(o);let f=mh(e);return h(f.state,!0),u.tell(f.problems)}),u.showVerdict(s,!0),u.showRest(s),u.tell(n.problems),globalThis.baserate={
engine:e,setState:f=>h({...o,...f},!0),...i}}function mh(t){let e=[],n=document.getElementById(location.hash.slice(1))===null?location.hash:"";return{state:Ji(n,
t,e),problems:e}}function Z0({study:t,engine:e,state:n,answer:o,writeLink:s,onChange:r,onReset:i}){let a=x=>document.getElementById(x),c=yl(),l=bl(e,r,i),u={limits:e.
limits.prevalence,onRange:x=>r({prevalence:x}),onPick:(x,I)=>r({prevalence:[x,x],cost:[I,I]},!0),pointAt:(x,I)=>e.pointAt(n(),x,I)},h={study:t,engine:e,state:n,
answer:o,stage:c,use:u,panels:l.panels},f=Ol(e,l.panels),p=Dl(t,r),m=["difference","patients"].map(x=>As(x,h)),g=fh(h),v=Wl(g.contents,l.panels),_=[...m,...g.parts],
y=()=>_.map(({key:x,title:I,numbers:j})=>({key:x,title:I(),table:j()}));Cl(e),a("actions").append(...Fl(o,s,y)),a("answer").append(...f.elements),a("settings").
append(l.line),a("panels").append(...l.elements),a("first").append(...m.map(({element:x})=>x)),m[0].element.dataset.keepSeen="",a("first").after(p.element),a("c\
ontents-place").replaceWith(v.element),a("sections").append(...g.open),a("folded").prepend(...g.folded);for(let x of[...m,p])c.add(x.element,x.show);return xl(t),
_l(t),{showVerdict(x,I){f.show(x),l.show(x,I),v.show(x),p.showVerdict(x)},showRest(x){c.show(x);for(let I of[a("sentence"),a("second")])Jt(I)},tell(x){F(a("told"),
x.join(" ")),x.length>0&&Jt(a("told"))}}}function Y0(t,e){let n=Yi(t,e.own);return`${location.href.split("#")[0]}${n?`#${n}`:""}`}function J0(t){let e=0,n=-1/0,
o=s=>{clearTimeout(e),n=performance.now();let r=Y0(s,t);try{history.replaceState(null,"",r)}catch{}return r};return{now:o,soon(s){clearTimeout(e);let r=performance.
now()-n>ph?30:ph;e=setTimeout(()=>o(s),r)}}}kl();K0();
