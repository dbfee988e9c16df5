// What must be known first: whose patients these are, and every warning, before any number.
import { make } from "./elements.js";
import { countText, percentText, shortPercentText } from "./words.js";

// So many warnings are read at once; the rest are a press away.
const AT_ONCE = 3;

/** The title, the patients and the warnings; none of it changes with the controls. */
export function showOpening({ result, page }, engine) {
  document.getElementById("title").textContent = page.title;
  document.getElementById("question").textContent = questionWords(result, page);
  const host = document.getElementById("warnings");
  const said = warningsOf(result, engine);
  host.hidden = said.length === 0;
  const list = (lines) => make("ul", {}, ...lines.map((line) => make("li", {}, make("bdi", {}, line))));
  host.append(make("h2", {}, said.length === 1 ? "Warning" : "Warnings"), list(said.slice(0, AT_ONCE)));
  const rest = said.slice(AT_ONCE);
  if (rest.length > 0) {
    host.append(make("details", {}, make("summary", {}, `${rest.length} more`), list(rest)));
  }
}

function questionWords({ data, deployment }, page) {
  const said = [
    `${countText(data.used)} patients, ${countText(data.positives)} with the outcome (${shortPercentText(data.prevalence)}).`,
  ];
  if (data.dropped.rows > 0) {
    const reasons = Object.entries(data.dropped.missing).map(([column, rows]) => `${column} in ${countText(rows)}`);
    said.push(
      `${countText(data.dropped.rows)} of ${countText(data.rows)} rows were dropped (missing: ${reasons.join(", ")}).`,
    );
  }
  const stated = Object.entries(deployment.source_prevalence)
    .filter(([, source]) => source.stated)
    .map(([model, source]) => `${model} for ${percentText(source.value)}`);
  said.push(
    stated.length > 0
      ? `Scores made for: ${stated.join(", ")}.`
      : "The scores are taken as made for the prevalence of the patients they are judged on.",
  );
  if (page.reduced) said.push("Scores were grouped into narrow cells of log odds where the patients are.");
  return said.join(" ");
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
  const place = deployment.prevalence === null ? "the patients' own prevalence" : deployment.prevalence.text;
  return (
    `The study states a prevalence of ${place} and a cost of ${deployment.cost.text}. The controls of this page cannot ` +
    `set exactly that; they start at its range, evenly spread in log odds. The study's own verdict: ${verdict.text}`
  );
}
