// Elements, made from text only: names come from users, so nothing here ever becomes markup.

/** An element with attributes and children; a string becomes text. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** A name as its author wrote it, whatever its direction. */
export function nameElement(name) {
  return make("bdi", { class: "name" }, name);
}

/** Set a text only when it changes, so that the browser lays out nothing in vain. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
