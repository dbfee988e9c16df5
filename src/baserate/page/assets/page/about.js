// About the page: where its numbers come from, and what of the patients it carries.
import { general } from "../text/digits.js";
import { countText } from "../text/formats.js";
import { make } from "../controls/elements.js";

/** Terms and what is said of each. */
function definitions(pairs) {
  return make(
    "dl",
    { class: "pairs" },
    ...pairs.flatMap(([term, text]) => [make("dt", {}, term), make("dd", {}, make("bdi", {}, text))]),
  );
}

/** Rows read, used and dropped; of a few that were dropped not how many. */
function rowsWords({ rows, used, dropped }, least) {
  if (rows === null) return `${countText(used)} used, fewer than ${countText(least)} dropped`;
  return `${countText(rows)} read, ${countText(used)} used, ${countText(dropped.rows)} dropped`;
}

/** Where the numbers come from, enough to make them again. */
export function showProvenance({ result, page }) {
  const { provenance, data, requirements = [] } = result;
  const textOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  const pairs = [
    ["baserate", provenance.version],
    ["made", provenance.time],
    ["data (SHA-256)", data.sha256],
    [
      "read from",
      Object.values(provenance.source)
        .filter((part) => typeof part === "string")
        .join(", "),
    ],
    ["rows", rowsWords(data, page.smallest_cell)],
    ["seed", String(provenance.seed)],
    ...Object.entries(provenance.parameters)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, textOf(value)]),
    ...requirements.map(({ text, met, found }) => [
      met ? "requirement met" : "requirement not met",
      `${text} (found: ${found})`,
    ]),
    ...provenance.notes.map((note) => ["note", note]),
  ];
  document.getElementById("provenance").append(definitions(pairs));
}

/** What of the patients is in the page, what was merged, and what error that makes. */
export function showPrivacy({ result, page }) {
  const { score, score_at_one_prevalence: point, groups, settings } = page.error;
  const least = countText(page.smallest_cell);
  const bins =
    page.smallest_cell > 1
      ? `Scores are binned, cases and non-cases apart: every bin holds at least ${least} patients of its class, and no number in this file, nor the difference of two, is about fewer. Groups with fewer of either class are not shown, and where that would not hide them, another with them.`
      : "No smallest cell was asked for: a bin may hold a single patient. This file is for use within the house.";
  const worst = (error) => `${general(1000 * error, 2)} per 1,000`;
  const inGroups = result.groups.length > 0 ? `; in a group up to ${worst(groups)}` : "";
  const error =
    `What that costs: over ${countText(settings)} settings of the controls, the net benefit of a model on this page was never further from that of the patients themselves than ` +
    `${worst(score)} over a range of prevalences, and ${worst(point)} at one prevalence, where all turns on one threshold${inGroups}. ` +
    "Every number has an error of its own beside that, behind which no digit is printed. At the study's own setting the numbers are those of the patients, but for those that would tell of fewer than that.";
  const lines = [
    `No row of a patient is in this file. For each model and group it holds counts of cases and non-cases in narrow bins of the score. ${bins}`,
    error,
    "The page makes no request: it has no address to send anything to, and its security policy forbids any connection. Your setting is in its address only.",
  ];
  if (page.reduced || result.data.binning)
    lines.push("The scores had been binned in log odds where the patients are, before they came here.");
  document.getElementById("privacy").append(...lines.map((line) => make("p", {}, line)));
}
