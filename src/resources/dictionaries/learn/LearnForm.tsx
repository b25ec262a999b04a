import Button from "@mui/material/Button";
import { type DragEvent, useId, useRef, useState } from "react";
import { CANDIDATE_TEXT_LENGTH, candidateSentences } from "../../../../domain/candidates/rules.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { FieldText, FormField } from "../../../components/form/FormField.tsx";
import { Segments } from "../../../components/form/Segments.tsx";
import order from "../../../components/load/inOrder.module.css";
import { learnPage as text } from "../../../i18n/ja/learnPage.ts";
import { docxText } from "./docxText.ts";
import styles from "./learn.module.css";

const TEXT_FILES = [".txt", ".docx", ".vtt", ".srt"] as const;
const MOST_FILE_MB = 5;

/** The text of a file, of captions without their times. Throws if it is none of the kinds, or not as they are. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = file.name.toLowerCase();
  if (name.endsWith(".docx")) return docxText(bytes);
  const text = decoded(bytes).replace(/\r\n?/gu, "\n");
  if (name.endsWith(".vtt") || name.endsWith(".srt")) return captionText(text);
  if (name.endsWith(".txt")) return text;
  throw new Error(`not a kind of text: ${name}`);
}

/** UTF-8 or, by its mark, UTF-16; what is neither is Shift_JIS. */
function decoded(bytes: Uint8Array): string {
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis", { fatal: true }).decode(bytes);
  }
}

const TIMES = /^\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->/u;
/** Blocks of WebVTT that are no captions. */
const NOTES = /^(?:WEBVTT|NOTE|STYLE|REGION)\b/u;

/** What captions say, one line each: the lines behind the times of each block, without tags. */
function captionText(captions: string): string {
  return captions
    .replace(/^\ufeff/u, "")
    .split(/\n{2,}/u)
    .flatMap((block) => {
      const lines = block.split("\n");
      const times = lines.findIndex((line) => TIMES.test(line));
      if (times < 0 || NOTES.test(lines[0] ?? "")) return [];
      return lines.slice(times + 1);
    })
    .map((line) => unescaped(line.replace(/<[^>]*>/gu, "")).trim())
    .filter((line) => line !== "")
    .join("\n");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " ",
  "&lrm;": "",
  "&rlm;": "",
};

const unescaped = (text: string) => text.replace(/&[a-z]+;/gu, (sign) => ESCAPES[sign] ?? sign);

export type Mode = "pair" | "one";

export interface LearnTexts {
  mode: Mode;
  before: string;
  after: string;
}

interface LearnFormProps {
  initial: LearnTexts;
  pending: boolean;
  onFind: (texts: LearnTexts) => void;
}

/** The texts to learn from, typed, pasted or taken from files. */
export function LearnForm({ initial, pending, onFind }: LearnFormProps) {
  const [texts, setTexts] = useState(initial);
  const [errors, setErrors] = useState<{ before?: string; after?: string }>({});
  const { mode } = texts;
  const set = (changed: Partial<LearnTexts>) => setTexts((last) => ({ ...last, ...changed }));
  const afterName = mode === "pair" ? text.text.after : text.text.document;

  function find() {
    const found = {
      ...(mode === "pair" ? errorOf("before", texts.before, text.text.before) : {}),
      ...errorOf("after", texts.after, afterName),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) onFind(texts);
  }

  return (
    <form
      className={`stack gap-12 round-card surface ${styles.form} ${order.inOrder}`}
      onSubmit={(event) => {
        event.preventDefault();
        find();
      }}
    >
      <Segments<Mode>
        legend={text.mode.legend}
        value={mode}
        options={(["pair", "one"] as const).map((value) => ({ value, label: text.mode[value] }))}
        onChange={(next) => {
          set({ mode: next });
          setErrors({});
        }}
      />
      <p className="quiet">
        {text.hint[mode]}
        {text.hint.kept}
      </p>
      <div className={`stack gap-16 ${styles.texts}`} data-mode={mode}>
        {mode === "pair" ? (
          <TextOrFile
            label={text.text.before}
            value={texts.before}
            error={errors.before}
            onChange={(before) => set({ before })}
          />
        ) : null}
        <TextOrFile
          label={afterName}
          value={texts.after}
          error={errors.after}
          onChange={(after) => set({ after })}
        />
      </div>
      <div className="flex end">
        <Button type="submit" variant="contained" disabled={pending}>
          {pending ? text.finding : text.find}
        </Button>
      </div>
    </form>
  );
}

function errorOf(side: "before" | "after", typed: string, name: string) {
  if (typed.trim() === "") return { [side]: text.required(name) };
  if ([...typed].length <= CANDIDATE_TEXT_LENGTH) return {};
  const tooLong = {
    before: candidateSentences.beforeTooLong,
    after: candidateSentences.afterTooLong,
  };
  return { [side]: tooLong[side] };
}

interface TextOrFileProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function TextOrFile({ label, value, error, onChange }: TextOrFileProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState("");
  const [dragging, setDragging] = useState(false);
  const length = [...value].length;
  const shown = error ?? failure;

  async function take(files: readonly File[]) {
    const [file] = files;
    if (input.current) input.current.value = "";
    if (!file) return;
    if (files.length > 1) return setFailure(text.file.several);
    if (file.size > MOST_FILE_MB * 1024 * 1024) return setFailure(text.file.tooLarge(MOST_FILE_MB));
    try {
      onChange(await textOfFile(file));
      setFailure("");
    } catch {
      setFailure(text.file.unreadable);
    }
  }

  function drop(event: DragEvent) {
    setDragging(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are chosen by the button as well
    <div
      className={`round ${styles.side}`}
      data-dragging={dragging || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={drop}
    >
      <FormField
        id={id}
        label={label}
        description={text.file.types(TEXT_FILES.join("、"))}
        error={shown ? <span role="alert">{shown}</span> : ""}
      >
        {(aria) => (
          <FieldText
            {...aria}
            className="half-screen"
            rows={8}
            value={value}
            onChange={(event) => {
              setFailure("");
              onChange(event.target.value);
            }}
          />
        )}
      </FormField>
      <div className="row spread gap-8 above-4">
        <input
          ref={input}
          id={`${id}-file`}
          type="file"
          className="visually-hidden"
          accept={TEXT_FILES.join(",")}
          aria-label={text.file.of(label)}
          onChange={(event) => void take([...(event.target.files ?? [])])}
        />
        <label htmlFor={`${id}-file`} className={`sunken hand ${styles.choose}`}>
          {text.file.choose}
        </label>
        <p className="note numeric counter" data-over={length > CANDIDATE_TEXT_LENGTH || undefined}>
          {text.counter(formatNumber(length), formatNumber(CANDIDATE_TEXT_LENGTH))}
        </p>
      </div>
    </div>
  );
}
