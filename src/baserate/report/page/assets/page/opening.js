// What must be known first: whose patients these are, and every warning, before any number.
import { countText, percentText, shortPercentText } from "../text/formats.js";
import { fill, WORDS } from "../text/words.js";
import { make } from "../controls/elements.js";

const { opening: OPENING } = WORDS;

// So many warnings are read at once; the rest are a press away.
const AT_ONCE = 3;

/** The title, the patients and the warnings; none of it changes with the controls. */
export function showOpening({ result, page }, engine) {
  document.getElementById("title").textContent = page.title;
  document.getElementById("question").textContent = questionWords(result, page);
  const host = document.getElementById("warnings");
  const warnings = warningsOf(result, engine);
  host.hidden = warnings.length === 0;
  const list = (lines) => make("ul", {}, ...lines.map((line) => make("li", {}, make("bdi", {}, line))));
  host.append(make("h2", {}, warnings.length === 1 ? "Warning" : "Warnings"), list(warnings.slice(0, AT_ONCE)));
  const rest = warnings.slice(AT_ONCE);
  if (rest.length > 0) {
    host.append(make("details", {}, make("summary", {}, `${rest.length} more`), list(rest)));
  }
}

function questionWords({ data, deployment, provenance }, page) {
  // Where patients belong together, rows are stays or visits, and both are counted.
  const sentences = [
    fill(data.clusters === null ? OPENING.patients : OPENING.clusters, {
      patients: countText(data.used),
      positives: countText(data.positives),
      prevalence: shortPercentText(data.prevalence),
      clusters: countText(data.clusters ?? 0),
      cluster: provenance.parameters.cluster,
    }),
  ];
  if (data.dropped.rows > 0) sentences.push(droppedWords(data));
  sentences.push(calibratedWords(deployment.source_prevalence));
  if (page.reduced) sentences.push(OPENING.binned);
  return sentences.join(" ");
}

function droppedWords({ rows, dropped }) {
  const reasons = Object.entries(dropped.missing).map(([column, missing]) =>
    fill(OPENING.dropped_because, { column, rows: countText(missing) }),
  );
  return fill(OPENING.dropped, {
    dropped: countText(dropped.rows),
    rows: countText(rows),
    reasons: reasons.join(", "),
  });
}

/** The prevalence that each model's scores are calibrated to, as far as it was stated. */
function calibratedWords(sources) {
  const stated = Object.entries(sources)
    .filter(([, source]) => source.of !== "group")
    .map(([model, { value, of }]) =>
      fill(of === "all" ? OPENING.calibrated_to_all : OPENING.calibrated_to_one, {
        model,
        prevalence: percentText(value),
      }),
    );
  if (stated.length === 0) return OPENING.calibrated_to_observed;
  return fill(OPENING.calibrated_to, { models: stated.join(", ") });
}

function warningsOf(result, engine) {
  const unmet = (result.requirements ?? []).filter(({ met }) => !met);
  return [
    ...unmet.map(({ text, found }) => `A requirement of the study is not met: ${text} (found: ${found}).`),
    ...result.warnings,
    ...(engine.ownIsExact ? [] : [inexactWords(result)]),
  ];
}

/** A Beta distribution, say, has no two handles: the controls start at its range, and the study's verdict stands here. */
function inexactWords({ deployment, verdict }) {
  const place = deployment.prevalence === null ? WORDS.prevalence.observed : deployment.prevalence.text;
  return (
    `The study states a prevalence of ${place} and a cost of ${deployment.cost.text}. The controls of this page cannot ` +
    `set exactly that; they start at its range, evenly spread in log odds. The study's own verdict: ${verdict.text}`
  );
}
