import Button from "@mui/material/Button";
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { DictionaryCategory } from "../../../../domain/dictionaries/rules.ts";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import styles from "./preview.module.css";
import { type CheckedText, type Passage, passageOf, type UsedMatch } from "./previewMatches.ts";

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

interface MarkedTextProps {
  checked: CheckedText;
  used: readonly UsedMatch[];
  /** The mark that the Tab key reaches; arrows go to the others. */
  current: number;
  onChoose: (index: number) => void;
  /** What the button of a passage is called. */
  action: string;
  /** Undefined until it is known what the person may do. */
  onAdd: ((passage: Passage) => void) | undefined;
}

/** Of the button, at an edge. */
const BUTTON_PX = 130;
const HEIGHT_PX = 36;
const GAP_PX = 4;

/** The text with the used entries marked. A selected passage can become an entry. */
export function MarkedText({ checked, used, current, action, onChoose, onAdd }: MarkedTextProps) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<HTMLDivElement>(null);
  const passage = useSelectedPassage(shown, checked.text);

  function choose({ target }: FocusEvent<HTMLElement>) {
    const index = Number(target.dataset.index);
    if (Number.isInteger(index)) onChoose(index);
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    const step = STEPS[event.key];
    if (step === undefined || event.shiftKey) return;
    event.preventDefault();
    shown.current?.querySelector<HTMLElement>(`[data-index="${current + step}"]`)?.focus();
  }

  const box = frame.current?.getBoundingClientRect();
  return (
    <div ref={frame} className={`relative shrink ${styles.frame}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs */}
      <div
        ref={shown}
        role="group"
        aria-label={previewPage.marked}
        className={`round-card pad-8-16 edge scroll ${styles.shown}`}
        data-plain={used.length === 0 || undefined}
        onFocus={choose}
        onKeyDown={move}
      >
        {pieces(checked.text, used, current)}
      </div>
      {passage && box && onAdd ? (
        <div
          className={`absolute ${styles.add}`}
          style={{
            left: Math.max(0, Math.min(passage.right - box.left, box.width - BUTTON_PX)),
            top: topOf(passage) - box.top,
          }}
        >
          <Button
            variant="contained"
            size="small"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onAdd(passage)}
          >
            {action}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Below the passage, or above it where the window ends below. */
function topOf({ top, bottom }: SelectedPassage): number {
  const fitsBelow = bottom + GAP_PX + HEIGHT_PX <= window.innerHeight;
  return fitsBelow ? bottom + GAP_PX : top - GAP_PX - HEIGHT_PX;
}

function pieces(text: string, used: readonly UsedMatch[], current: number): ReactNode[] {
  let position = 0;
  const all: ReactNode[] = used.flatMap(({ match: { start, end, category } }, index) => {
    const between = text.slice(position, start);
    const passage = text.slice(start, end);
    position = end;
    return [
      between,
      <Mark
        key={start}
        index={index}
        current={index === current}
        category={shortName(category)}
        name={previewPage.mark(passage, category)}
        text={passage}
      />,
    ];
  });
  return [...all, text.slice(position)];
}

interface MarkProps {
  index: number;
  current: boolean;
  category: string;
  name: string;
  text: string;
}

const Mark = memo(function Mark({ index, current, category, name, text }: MarkProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the text of a button cannot be selected
    <span
      role="button"
      className={`hand ${styles.mark}`}
      data-index={index}
      data-category={category}
      data-tone={toneOf(category)}
      tabIndex={current ? 0 : -1}
      aria-label={name}
      aria-pressed={current}
    >
      {text}
    </span>
  );
});

interface SelectedPassage extends Passage {
  /** The top of its first line and the end of its last, in px of the viewport. */
  top: number;
  right: number;
  bottom: number;
}

/** What is selected in an element that shows the text and nothing else. */
function useSelectedPassage(shown: RefObject<HTMLElement | null>, text: string) {
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

/** Shown before a mark, so that categories differ not only by colour: 業務, 組織, 一般. */
function shortName(category: DictionaryCategory): string {
  return category.slice(0, 2);
}

const tones: Readonly<Record<string, string>> = { 業務: "warning", 一般: "success" };

const toneOf = (shortName: string) => tones[shortName] ?? "info";

export function CategoryMark(props: { category: DictionaryCategory; children: ReactNode }) {
  const { category, children } = props;
  return (
    <span
      className={styles.mark}
      data-category={shortName(category)}
      data-tone={toneOf(shortName(category))}
    >
      {children}
    </span>
  );
}
