// The page: it reads the study, answers at the setting in the address, and follows the controls.
import { fragmentOf, sameState, stateOf } from "../engine/address.js";
import { createEngine } from "../engine/engine.js";
import { createControls } from "../controls/bar.js";
import { setText } from "../controls/elements.js";
import { showPrivacy, showProvenance } from "./about.js";
import { createGallery } from "./gallery.js";
import { showOpening } from "./opening.js";
import { createGroups, createTables, createUsual } from "./sections.js";
import { briefVerdict, createVerdict } from "./verdict.js";

// Browsers refuse addresses that change too often.
const ADDRESS_PAUSE = 300;

function openPage() {
  const study = JSON.parse(document.getElementById("study").textContent);
  const engine = createEngine(study);
  let state = stateOf(location.hash, engine);
  let answer = engine.answer(state);
  let frame = 0;
  const now = { state: () => state, answer: () => answer };
  const view = createView(study, engine, now, (change, fresh) => setState({ ...state, ...change }, fresh));
  const remember = addressWriter(engine);

  /** Take a setting: the verdict is right when this returns, all else before the next frame is shown. */
  function setState(next, fresh = false) {
    if (sameState(next, state) && !fresh) return;
    state = next;
    answer = engine.answer(state);
    view.showVerdict(answer, fresh);
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => view.showRest(answer));
    remember(state);
  }

  addEventListener("hashchange", () => setState(stateOf(location.hash, engine), true));
  view.showVerdict(answer, true);
  view.showRest(answer);
  globalThis.baserate = { engine, setState: (change) => setState({ ...state, ...change }, true), ...now };
}

/** Everything that is seen, and how to bring it up to date. */
function createView(study, engine, now, onChange) {
  const at = (id) => document.getElementById(id);
  const verdict = createVerdict(engine);
  const controls = createControls(engine, onChange, () => globalThis.baserate.setState(engine.own));
  const tables = createTables(now.answer, now.state);
  const gallery = createGallery(engine, now.state, now.answer);
  const groups = createGroups(study, now.answer, now.state);
  showOpening(study, engine);
  at("verdict").append(...verdict.elements);
  at("controls").append(controls.element);
  at("tables").append(tables.models.element, tables.decisions.element);
  at("figures").append(gallery.element);
  at("comparisons").append(tables.differences.element, groups.element, createUsual(study, engine));
  showPrivacy(study);
  showProvenance(study);
  keepBriefFor(at("verdict"), controls.brief);
  return {
    showVerdict(answer, fresh) {
      verdict.show(answer);
      controls.show(answer.state, fresh);
      setText(controls.brief, briefVerdict(answer));
    },
    showRest(answer) {
      for (const part of [...Object.values(tables), gallery, groups]) part.show(answer);
    },
  };
}

/** The one-line verdict in the bar is for when the verdict itself is out of view. */
function keepBriefFor(verdict, brief) {
  const watch = new IntersectionObserver(([entry]) => brief.classList.toggle("needed", !entry.isIntersecting));
  watch.observe(verdict);
}

/** Writes the setting into the address, once the frame that it changed in is out of the way. */
function addressWriter(engine) {
  let timer = 0;
  let last = -Infinity;
  const write = (state) => {
    last = performance.now();
    const fragment = fragmentOf(state, engine.own);
    try {
      history.replaceState(null, "", `${location.pathname}${location.search}${fragment ? `#${fragment}` : ""}`);
    } catch {
      // A page shown inside another may not have an address of its own; the setting then lives only here.
    }
  };
  return (state) => {
    clearTimeout(timer);
    const pause = performance.now() - last > ADDRESS_PAUSE ? 30 : ADDRESS_PAUSE;
    timer = setTimeout(() => write(state), pause);
  };
}

/** On paper nothing can be unfolded. */
function unfoldForPrint() {
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const one of folded) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of folded) one.open = false;
  });
}

unfoldForPrint();

openPage();
