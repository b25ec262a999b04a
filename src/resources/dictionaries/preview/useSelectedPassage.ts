import { type RefObject, useEffect, useState } from "react";
import { type Passage, passageOf } from "./passage.ts";

export interface SelectedPassage extends Passage {
  /** The top of its first line and the end of its last, in px of the viewport. */
  top: number;
  right: number;
  bottom: number;
}

/** What is selected in an element that shows the text and nothing else. */
export function useSelectedPassage(shown: RefObject<HTMLElement | null>, text: string) {
  const [passage, setPassage] = useState<SelectedPassage>();
  useEffect(() => {
    let frame = 0;
    const read = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setPassage(selectedIn(shown.current, text)));
    };
    document.addEventListener("selectionchange", read);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("selectionchange", read);
    };
  }, [shown, text]);
  return passage;
}

function selectedIn(shown: HTMLElement | null, text: string): SelectedPassage | undefined {
  const selection = document.getSelection();
  if (!shown || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!shown.contains(range.commonAncestorContainer)) return undefined;
  const before = document.createRange();
  before.setStart(shown, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const from = before.toString().length;
  const passage = passageOf(text, from, from + range.toString().length);
  if (!passage) return undefined;
  const whole = range.getBoundingClientRect();
  const { right, bottom } = [...range.getClientRects()].at(-1) ?? whole;
  return { ...passage, top: whole.top, right, bottom };
}
