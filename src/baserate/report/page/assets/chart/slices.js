// Whose patients a figure is about.
import { countText } from "../text/formats.js";
import { nameText } from "../text/names.js";

/** How many patients and events a part of the patients has: "women: 9,105 patients, 1,230 events". */
export function sliceText({ name, patients, positives, counted }) {
  return `${nameText(name)}: ${countText(patients)} ${counted}, ${countText(positives)} events`;
}
