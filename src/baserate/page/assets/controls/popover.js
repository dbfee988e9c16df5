// Panels that open from a button and lie over the page. One is open at a time; Escape closes it and gives the
// focus back.
import { WORDS } from "../text/words.js";
import { make } from "./elements.js";

// So far from the edges of the window, in pixels.
const EDGE = 8;
// A narrower window has the panel at its foot, where it leaves the figures to be seen.
const NARROW = "(max-width: 680px)";
// What gets the focus when a panel opens: the first of these that is there.
const FIRST_STOPS = ["input:checked[type=radio]", "input:not([disabled]):not([hidden]), select", "button"];
let opened = null;

/**
 * A panel with a title. Any number of buttons may open it.
 * @param {{key: string, title: string, content: Node[], onOpen?: () => void}} options
 */
export function createPanel({ key, title, content, onOpen = () => {} }) {
  const heading = make("p", { class: "panel-title", id: `panel-${key}-title` }, title);
  const done = make("button", { type: "button", class: "done" }, WORDS.page.done);
  const element = make(
    "div",
    { class: "panel", id: `panel-${key}`, role: "dialog", "aria-labelledby": heading.id, hidden: true },
    heading,
    ...content,
    done,
  );
  const panel = { element, heading, onOpen, opener: null };
  done.addEventListener("click", () => close({ giveBack: true }));
  return {
    element,
    heading,
    /** Let a button open the panel. */
    attach(button) {
      button.setAttribute("aria-haspopup", "dialog");
      button.setAttribute("aria-controls", element.id);
      button.setAttribute("aria-expanded", "false");
      button.addEventListener("click", () =>
        panel.opener === button ? close({ giveBack: true }) : open(panel, button),
      );
      return button;
    },
  };
}

function open(panel, button) {
  close({ giveBack: false });
  opened = panel;
  panel.opener = button;
  button.setAttribute("aria-expanded", "true");
  panel.element.hidden = false;
  panel.onOpen();
  place(panel, button);
  const stops = FIRST_STOPS.map((selector) => panel.element.querySelector(selector));
  stops.find((stop) => stop !== null).focus({ preventScroll: true });
}

function close({ giveBack }) {
  if (opened === null) return;
  const { element, opener } = opened;
  opened.opener = null;
  opened = null;
  element.hidden = true;
  opener.setAttribute("aria-expanded", "false");
  if (giveBack) opener.focus({ preventScroll: true });
}

/**
 * Below its button, within the window. A button in a sentence has its panel below the sentence and beside the first
 * figure, so that both are seen while they change; one that stays in view has a panel that does so too.
 */
function place({ element }, button) {
  const { style } = element;
  const stays = button.closest("[data-stays]") !== null;
  element.classList.toggle("stays", stays);
  style.left = style.top = "";
  if (matchMedia(NARROW).matches) return;
  const box = button.getBoundingClientRect();
  const keepClear = [button.closest("[data-keep-clear]"), document.querySelector("[data-keep-seen]")];
  const [below, beside] = keepClear.map((part) => part?.getBoundingClientRect());
  const most = document.documentElement.clientWidth - element.offsetWidth - EDGE;
  const least = below && beside && beside.right < most ? beside.right + EDGE : EDGE;
  style.left = `${Math.max(Math.min(Math.max(box.left, least), most), EDGE) + (stays ? 0 : scrollX)}px`;
  style.top = `${(below ?? box).bottom + 6 + (stays ? 0 : scrollY)}px`;
}

const isInside = (target) => opened.element.contains(target) || opened.opener.contains(target);

addEventListener("keydown", (event) => {
  if (opened === null || event.key !== "Escape") return;
  event.preventDefault();
  close({ giveBack: true });
});
addEventListener("pointerdown", (event) => {
  if (opened !== null && !isInside(event.target)) close({ giveBack: false });
});
addEventListener("focusin", (event) => {
  if (opened !== null && !isInside(event.target)) close({ giveBack: false });
});
addEventListener("resize", () => {
  if (opened !== null) place(opened, opened.opener);
});
