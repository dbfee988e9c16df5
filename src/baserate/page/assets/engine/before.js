// Before you decide: at most three lines that may change what one does with the verdict, with switches that answer
// them. Rules and words are the library's own (baserate.results.before).
import { percentText, scaledTexts, shortPercentText } from "../text/formats.js";
import { fixed, general } from "../text/digits.js";
import { WITHOUT_A_MODEL } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { middleShare } from "./numbers.js";
import { join } from "./verdict.js";

const { constants, before: BEFORE, digits: DIGITS } = WORDS;

// An O/E is far from 1 where its interval excludes this factor, as baserate.inference.constants has it.
const FAR_FROM_ONE = 1.1;

/**
 * @param context {models: [{name, added, recalibratedAdded, lossCorrected, observedExpected, impliedSource, cutoff}], verdict, state,
 *   scale, prevalence, shifts, groups, clusters, recalibratedLead(one, other)}
 *   recalibratedAdded: estimate of what the model adds over deciding without one once it is recalibrated, or null;
 *   impliedSource: the prevalence to which its scores would have to be calibrated to be right on average, or null;
 *   lossCorrected: what it loses to miscalibration, corrected (split.calibrationCorrected);
 *   shifts: how much is label shift, in words; null where all is;
 *   prevalence: the observed one of these patients; range: the prevalences that are meant;
 *   groups: [{name, together(one, other)}], those that can be judged, with the intervals that hold together;
 *   clusters: {column, share} where one cluster holds too much, else null;
 *   recalibratedLead: the paired estimate of one recalibrated model minus another, if there is one.
 * @returns [{kind, text, models, action, actions}], action: {text, change}, change a part of the state
 */
export function beforeOf(context) {
  if (context.verdict.coarse) return active(context);
  const found = active(context);
  for (const find of [turns, disagree, outside, gains, clusters, farOff, cutoff, agree]) {
    // The order that turns is told with the models' calibration.
    const told = found.some(({ kind }) => kind.startsWith("recalibration"));
    if (told && (find === gains || find === farOff)) continue;
    found.push(...find(context));
  }
  return found.slice(0, constants.lines_before);
}

const remark = (kind, text, models = [], actions = []) => ({
  kind,
  text,
  models,
  action: actions[0] ?? null,
  actions,
});

const chosen = ({ best, runnerUp }) => (best === WITHOUT_A_MODEL ? runnerUp : best);
const modelOf = ({ models }, name) => models.find((model) => model.name === name);
const isRecalibrated = ({ state }, name) => (state.recalibrated ?? []).includes(name);
const sourceOf = ({ state }, name) => state.sources?.[name];

// ---- switches ----

/** What is switched on, and how to switch it off again. */
function active(context) {
  const { recalibrated = [], sources = {} } = context.state;
  const undo = (model, change) => [{ text: fill(BEFORE.undo, { model }), change }];
  return [
    ...recalibrated.map((model) => {
      const others = recalibrated.filter((name) => name !== model);
      const text = fill(BEFORE.is_recalibrated, { model });
      return remark("is_recalibrated", text, [model], undo(model, { recalibrated: others }));
    }),
    ...Object.entries(sources).map(([model, prevalence]) => {
      const { [model]: _, ...others } = sources;
      const text = fill(BEFORE.is_calibrated_to, { model, prevalence: percentText(prevalence) });
      return remark("is_calibrated_to", text, [model], undo(model, { sources: others }));
    }),
  ];
}

/** Recalibrate the model, or take it as calibrated to the prevalence at which it would be right on average. */
function switchesFor(name, context) {
  if (isRecalibrated(context, name) || sourceOf(context, name) !== undefined) return [];
  const { recalibrated = [], sources = {} } = context.state;
  const text = fill(BEFORE.recalibrate, { model: name });
  const switches = [{ text, change: { recalibrated: [...recalibrated, name] } }];
  const ratio = modelOf(context, name).observedExpected;
  if (isFar(ratio)) {
    const { impliedSource } = modelOf(context, name);
    if (impliedSource) {
      const told = fill(BEFORE.take_as_calibrated_to, { model: name, prevalence: percentText(impliedSource) });
      switches.push({ text: told, change: { sources: { ...sources, [name]: impliedSource } } });
    }
  }
  return switches;
}

// ---- calibration ----

function turns(context) {
  const best = chosen(context.verdict);
  const values = context.models.filter(({ recalibratedAdded }) => recalibratedAdded);
  const now = values.find(({ name }) => name === best);
  if (!now) return [];
  const ahead = values.reduce((most, model) =>
    model.recalibratedAdded.value > most.recalibratedAdded.value ? model : most,
  );
  const [one, other] = [ahead.recalibratedAdded, now.recalibratedAdded];
  const least = Math.max(context.state.margin ? context.state.margin / 1000 : 0, constants.a_tie);
  if (ahead === now || one.value - other.value <= least || !isLead(ahead.name, best, one, other, context)) return [];
  const told = fill(BEFORE.turns, {
    model: ahead.name,
    value: scaledTexts(one, context.scale)[0],
    best,
    other_value: scaledTexts(other, context.scale)[0],
  });
  const text = [...off(ahead, context), told].join(" ");
  return [remark("recalibration_turns", text, [ahead.name, best], switchesFor(ahead.name, context))];
}

/** Whether a recalibrated model's lead is beyond chance; where nothing is known of the pair, as if of other patients. */
function isLead(name, best, one, other, { recalibratedLead }) {
  const paired = recalibratedLead?.(name, best);
  if (paired) return !paired.coarse && paired.low - (paired.error ?? 0) > 0;
  const below = Math.hypot(one.value - one.low, other.high - other.value);
  return one.value - other.value - below - (one.error ?? 0) - (other.error ?? 0) > 0;
}

function gains(context) {
  const model = modelOf(context, chosen(context.verdict));
  const { added, recalibratedAdded: value, lossCorrected: loss } = model ?? {};
  if (!value || !added || added.coarse || value.coarse || !(loss?.low - (loss?.error ?? 0) > 0)) return [];
  const margin = context.state.margin ? context.state.margin / 1000 : 0;
  const least = Math.max(constants.worth_recalibrating * Math.max(added.value, 0), margin, constants.a_tie);
  if (value.value - added.value <= least) return [];
  const told = fill(BEFORE.gains, {
    model: model.name,
    value: scaledTexts(value, context.scale)[0],
    now: scaledTexts(added, context.scale)[0],
  });
  const text = [...off(model, context), told].join(" ");
  return [remark("recalibration", text, [model.name], switchesFor(model.name, context))];
}

function farOff(context) {
  const model = modelOf(context, chosen(context.verdict));
  const [told] = model ? off(model, context) : [];
  if (!told) return [];
  return [remark("calibration", `${told} ${BEFORE.advice}`, [model.name], switchesFor(model.name, context))];
}

function isFar(ratio) {
  return Boolean(ratio) && (ratio.low > FAR_FROM_ONE || ratio.high < 1 / FAR_FROM_ONE);
}

/** By how much a model's risks are too high, or too low, if they are and nothing has been done about it. */
function off({ name, observedExpected: ratio }, context) {
  if (!isFar(ratio) || isRecalibrated(context, name) || sourceOf(context, name) !== undefined) return [];
  const times = Math.max(ratio.value, 1 / ratio.value);
  return [
    fill(times >= constants.told_in_times ? BEFORE.off_times : BEFORE.off, {
      model: name,
      times: general(times, 2),
      how: ratio.value < 1 ? BEFORE.high : BEFORE.low,
      ratio: fixed(ratio.value, DIGITS.slope),
    }),
  ];
}

// ---- groups ----

function disagree({ verdict: { best }, models, groups }) {
  if (best === WITHOUT_A_MODEL) return [];
  const ahead = new Set();
  const leads = groups.flatMap((group) => {
    const rivals = models.map(({ name }) => name).filter((name) => name !== best && leadsIn(group, name, best));
    if (rivals.length === 0) return [];
    const lead = (name) => group.together(name, best).low;
    const model = rivals.reduce((most, name) => (lead(name) > lead(most) ? name : most));
    ahead.add(model);
    return [fill(BEFORE.group_lead, { group: group.name, model, best })];
  });
  if (leads.length === 0) return [];
  const most = constants.groups_told;
  const more = leads.length > most ? [fill(BEFORE.more_groups, { number: leads.length - most })] : [];
  const text = fill(BEFORE.groups_disagree, { leads: join([...leads.slice(0, most), ...more]) });
  return [remark("groups", text, [...ahead, best])];
}

function agree({ verdict: { best, decided }, models, groups }) {
  const rivals = models.map(({ name }) => name).filter((name) => name !== best);
  if (best === WITHOUT_A_MODEL || !decided || groups.length < 2 || rivals.length === 0) return [];
  if (!groups.every((group) => rivals.every((name) => leadsIn(group, best, name)))) return [];
  const [first, ...others] = groups.map(({ name }) => name);
  const text =
    groups.length > constants.groups_told
      ? fill(BEFORE.groups_agree_all, { best, count: groups.length })
      : fill(BEFORE.groups_agree, { best, groups: join([first, ...others.map((name) => BEFORE.in_group + name)]) });
  return [remark("groups_agree", text, [best])];
}

function leadsIn(group, one, other) {
  const { low, error = 0, coarse = false } = group.together(one, other);
  return !coarse && low - error > constants.a_tie;
}

// ---- the place ----

function outside({ verdict, prevalence, shifts }) {
  if (!verdict.outside) return [];
  const template = shifts === null ? BEFORE.outside : WORDS.shift.before_outside;
  return [remark("outside", fill(template, { observed: shortPercentText(prevalence), shifts }))];
}

function clusters({ clusters: largest }) {
  if (!largest) return [];
  const { column, share } = largest;
  return [remark("clusters", fill(BEFORE.clusters, { column, share: shortPercentText(share) }))];
}

function cutoff(context) {
  const { verdict, state } = context;
  const ends = state.prevalence;
  const model = modelOf(context, chosen(verdict));
  if (!model || ends === null || ends[0] === ends[1] || verdict.betterThanWithout.length === 0) return [];
  const at = (prevalence) => shortPercentText(model.cutoff.at(prevalence));
  const median = state.study ? model.cutoff.prevalence : middleShare(...ends);
  // Under covariate shift it does not move.
  if (at(ends[0]) === at(ends[1])) return [];
  const text = fill(context.shifts === null ? BEFORE.cutoff_label_shift : BEFORE.cutoff, {
    model: model.name,
    highest: at(ends[0]),
    middle: at(median),
    lowest: at(ends[1]),
    low: percentText(ends[0]),
    median: shortPercentText(median),
    high: percentText(ends[1]),
  });
  return [remark("cutoff", text, [model.name])];
}
