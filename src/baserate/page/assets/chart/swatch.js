// The line of a model beside its name, in controls and tables.
import { lookOf } from "./looks.js";
import { SVG } from "./svg.js";

function svgElement(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A short piece of the line that stands for a model in the figures, with its edge where the colour is light. */
export function swatch(index) {
  const { colour, edge, dash } = lookOf(index);
  const line = (stroke, width) =>
    svgElement("path", {
      d: "M1 5h26",
      fill: "none",
      stroke,
      "stroke-width": width,
      "stroke-dasharray": dash || "none",
    });
  const picture = { class: "swatch", width: 28, height: 10, viewBox: "0 0 28 10", "aria-hidden": "true" };
  return svgElement("svg", picture, line(edge, 3.4), line(colour, 2.2));
}
