// Colours: each is a custom property of the page, so that dark mode and forced colours reach the figures, with the
// value that it has on white paper, which is what a saved picture gets.

// Okabe and Ito, in the order of the library's other figures, and one more. The light ones get a dark edge of the same
// hue, so that each line stands out three to one from white.
const MODELS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000", "#7A6BC4"];
const EDGES = ["#0072B2", "#8A5F00", "#007A59", "#94437A", "#B04E00", "#1A6FA3", "#000000", "#5B4BA6"];

const variable = (name, white) => `var(--${name}, ${white})`;

export const INK = variable("ink", "#1f2328");
export const FAINT = variable("quiet", "#57606a");
export const GRID_COLOUR = variable("line", "#d0d7de");
export const SHADE = variable("faint", "#f4f6f8");
export const PAPER = variable("paper", "#ffffff");
export const ACCENT = variable("accent", "#005a8c");

/** Colour and edge of the model with this index, --model-0 and --model-0-edge and so on, and whether they differ. */
export function coloursOf(index) {
  const at = index % MODELS.length;
  const edged = MODELS[at] !== EDGES[at];
  return { colour: variable(`model-${at}`, MODELS[at]), edge: variable(`model-${at}-edge`, EDGES[at]), edged };
}

/** The text of a picture with each colour as it is on white paper. */
export function onPaper(text) {
  return text.replace(/var\(--[\w-]+, (#[0-9a-fA-F]{3,8})\)/g, "$1");
}
