// The legend above the data.
import { cleanName, isolate } from "../text/names.js";
import { drawSingle } from "./axes.js";
import { FAINT, SHADE } from "./colours.js";
import { drawLine, drawMarkers, markerPath } from "./looks.js";
import { add } from "./svg.js";
import { fitName, textWidth, writeText } from "./texts.js";

/** A line with its marker, for a legend. */
export function lineSample(look) {
  return (parent, x, y) => {
    drawLine(parent, look, `M${x} ${y}h32`);
    drawMarkers(parent, look, markerPath(look, x + 16, y, 4));
  };
}

/** A small box for a legend. */
export function boxSample(attributes) {
  return (parent, x, y) => add(parent, "rect", { x: x + 2, y: y - 6, width: 28, height: 12, ...attributes });
}

/** Only a marker, for a legend. */
export function markerSample(look) {
  return (parent, x, y) => drawMarkers(parent, look, markerPath(look, x + 22, y, 5));
}

/** Entries {sample, name, more} above the data, in as many rows as they need. `more` follows a shortened name. */
export function drawLegend(figure, entries) {
  let x = 0,
    y = figure.top + 9;
  for (const { sample, name, more = "" } of entries) {
    const room = figure.width - 40 - textWidth(more) - 2;
    const shown = fitName(name, Math.min(room, 300));
    const width = 38 + textWidth(shown) + textWidth(more) + 18;
    if (x > 0 && x + width - 18 > figure.width) {
      x = 0;
      y += 20;
    }
    sample(figure.layer, x, y);
    writeText(figure.layer, x + 38, y + 4.5, isolate(shown) + more, {}, shown === cleanName(name) ? "" : name);
    x += width;
  }
  figure.top = y + 18;
}

/** How the range of the setting is shown in a legend. */
export function rangeSample([low, high]) {
  const single = Math.abs(high - low) < 1e-9;
  return single
    ? (parent, x, y) => drawSingle(parent, `M${x + 16} ${y - 8}v16`)
    : boxSample({ fill: SHADE, stroke: FAINT });
}
