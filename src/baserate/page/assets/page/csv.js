// Tables as the text of a CSV file.

/** Text that a spreadsheet would take for a formula gets an apostrophe in front. */
function harmlessText(text) {
  return /^[\s\x00-\x1f]*[=+\-@]/.test(text) ? `'${text}` : text;
}

function csvField(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = harmlessText(String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What was switched on, where it was. */
function switches({ sources = {}, recalibrated = [], margin = null, shift = 1 }) {
  const calibrated = Object.entries(sources).map(([name, share]) => `${name} ${share}`);
  return {
    ...(shift === 1 ? {} : { shift: shift ?? "by model" }),
    ...(margin === null ? {} : { margin_per_1000: margin }),
    ...(calibrated.length > 0 ? { taken_as_calibrated_to: calibrated.join("; ") } : {}),
    ...(recalibrated.length > 0 ? { taken_recalibrated: recalibrated.join("; ") } : {}),
  };
}

/** CSV of {heads, rows}; every row ends with the setting, so that the file speaks for itself. */
export function csvText({ heads, rows }, state) {
  const setting = {
    prevalence_low: state.prevalence === null ? "own" : state.prevalence[0],
    prevalence_high: state.prevalence === null ? "own" : state.prevalence[1],
    cost_low: state.cost[0],
    cost_high: state.cost[1],
    units: state.units,
    chosen_group: state.group ?? "everyone",
    ...switches(state),
  };
  const lines = [[...heads, ...Object.keys(setting)]];
  for (const row of rows) lines.push([...row, ...Object.values(setting)]);
  return lines.map((line) => line.map(csvField).join(",")).join("\r\n") + "\r\n";
}
