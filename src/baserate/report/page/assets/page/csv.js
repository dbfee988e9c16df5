// Tables as CSV files, made and saved without a request.

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

/** CSV of {heads, rows}; every row ends with the setting, so that the file speaks for itself. */
export function csvText({ heads, rows }, state) {
  const setting = {
    prevalence_low: state.prevalence === null ? "own" : state.prevalence[0],
    prevalence_high: state.prevalence === null ? "own" : state.prevalence[1],
    cost_low: state.cost[0],
    cost_high: state.cost[1],
    units: state.units,
    chosen_group: state.group ?? "everyone",
  };
  const lines = [[...heads, ...Object.keys(setting)]];
  for (const row of rows) lines.push([...row, ...Object.values(setting)]);
  return lines.map((line) => line.map(csvField).join(",")).join("\r\n") + "\r\n";
}

/** Let the reader keep a text as a file. */
function saveText(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Not at once: some browsers fetch the text after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A button that saves a table as it is when it is pressed. */
export function csvButton(what, name, table, currentState) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "csv";
  button.textContent = "CSV";
  button.setAttribute("aria-label", `Download ${what} as CSV`);
  button.title = `Download ${what} as CSV`;
  button.addEventListener("click", () => saveText(csvText(table(), currentState()), `baserate-${name}.csv`));
  return button;
}
