// What is drawn when: parts near the window at once, the others when they come near, all of them for paper.

// So far outside the window a part is kept up to date, in pixels.
const NEAR = "200px 0px";

/** Parts of the page that follow the setting: show(answer, whole), whole where nothing may be left for later. */
export function createStage() {
  const parts = new Map();
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const part = parts.get(target);
        part.near = isIntersecting;
        if (part.near) refresh(part);
      }
    },
    { rootMargin: NEAR },
  );
  let answer = null;
  function refresh(part) {
    if (answer === null || part.shown === answer) return;
    part.shown = answer;
    part.show(answer);
  }
  addEventListener("beforeprint", () => parts.forEach(({ show }) => show(answer, true)));
  return {
    /** Have a part shown whenever it is near and the answer is another. */
    add(element, show) {
      parts.set(element, { show, near: false, shown: null });
      watcher.observe(element);
    },
    show(next) {
      answer = next;
      for (const part of parts.values()) if (part.near) refresh(part);
    },
  };
}

/** On paper nothing can be unfolded. To be called before there is a stage: what is folded is drawn once it is open. */
export function unfoldForPrint() {
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const one of folded) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of folded) one.open = false;
  });
}

const reserved = new Set();
const grown = new Set();
addEventListener("resize", () => {
  for (const element of reserved) element.style.minHeight = "";
});

/** Keep the most room that an element ever took, so that nothing below it jumps back and forth under the hand. */
export function keepRoom(element) {
  reserved.add(element);
  // All at once and after the frame: measuring one by one would lay out the page as often.
  if (grown.size === 0) setTimeout(reserveRoom);
  grown.add(element);
}

function reserveRoom() {
  const heights = [...grown].map((element) => [element, Math.ceil(element.getBoundingClientRect().height)]);
  grown.clear();
  for (const [element, height] of heights) {
    if (height > (Number.parseFloat(element.style.minHeight) || 0)) element.style.minHeight = `${height}px`;
  }
}
