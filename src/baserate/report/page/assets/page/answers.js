// The engine's answers, with the words of the study.
import { namesOf } from "../engine/phrases.js";

/** The answer at a setting, and what the study calls its outcome and what is done about it. */
export function answerAt(engine, state) {
  const answer = engine.answer(state);
  answer.names = namesOf(engine.result);
  return answer;
}
