// SVG elements, used again from drawing to drawing, and paths through points. Names come from users: they reach
// the document through setAttribute and textContent only.

export const SVG = "http://www.w3.org/2000/svg";

// Figures are drawn anew with every move of a slider, and most of a drawing stays as it was. So the elements
// of the last drawing are used again in their order, and only what differs is told to the browser.

/** Draw into an element again, from its first child on. */
export function restart(parent) {
  parent.nextDrawn = parent.firstChild;
}

/** An SVG element with its attributes: the next of the last drawing if it is of its kind, else a new one. */
export function add(parent, tag, attributes = {}) {
  let element = parent.nextDrawn ?? null;
  if (element?.drawnTag === tag) parent.nextDrawn = element.nextSibling;
  else {
    const added = document.createElementNS(SVG, tag);
    added.drawnTag = tag;
    parent.insertBefore(added, element);
    element = added;
  }
  const known = element.drawnAttributes ?? {};
  for (const key in attributes) if (attributes[key] !== known[key]) element.setAttribute(key, attributes[key]);
  for (const key in known) if (!(key in attributes)) element.removeAttribute(key);
  element.drawnAttributes = attributes;
  if (tag !== "text") restart(element);
  return element;
}

/** Take away what the last drawing had more. */
export function trim(parent) {
  while (parent.nextDrawn) {
    const gone = parent.nextDrawn;
    parent.nextDrawn = gone.nextSibling;
    gone.remove();
  }
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    if (child.firstChild && child.drawnTag !== "text") trim(child);
  }
}

/** A coordinate with no more digits than a screen can show. */
export function snap(value) {
  return Math.round(value * 10) / 10;
}

/** A path through points; one that is not a number ends a piece. */
export function pathThrough(xs, ys) {
  let path = "",
    pen = "M";
  for (let i = 0; i < xs.length; i++) {
    if (Number.isFinite(xs[i]) && Number.isFinite(ys[i])) {
      path += pen + snap(xs[i]) + " " + snap(ys[i]);
      pen = "L";
    } else pen = "M";
  }
  return path;
}
