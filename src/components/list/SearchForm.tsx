import Button from "@mui/material/Button";
import {
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useListContext } from "react-admin";
import { DATE_RANGE, dateSentences, MONTH_RANGE } from "../../../domain/text/dates.ts";
import { readDate, readMonth } from "../../../domain/text/writtenDates.ts";
import { app } from "../../i18n/ja/app.ts";
import { ROWS_PER_PAGE } from "../../providers/data/listSorts.ts";
import { holdComposingEnter, useComposing } from "../form/composition.ts";
import { incompleteSentence } from "../form/incompleteInput.ts";
import { OrderPlace } from "./column.ts";
import styles from "./SearchForm.module.css";
import { type Draft, SearchDraftContext, useFilterDraft } from "./searchDraft.ts";

/** How each kind of input marked by `data-calendar` is read, and what it says of wrong text. */
export const calendars = {
  date: {
    read: readDate,
    range: DATE_RANGE,
    unreadable: dateSentences.date,
    outside: dateSentences.dateRange,
  },
  month: {
    read: readMonth,
    range: MONTH_RANGE,
    unreadable: dateSentences.month,
    outside: dateSentences.monthRange,
  },
} as const;

/** A sentence per date or month input of a search form that shows nothing to search by. */
function calendarErrors(form: Element | null): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const input of calendarInputs(form)) {
    const sentence = incompleteSentence(input) ?? sentenceFor(input);
    if (sentence) errors[input.name] = sentence;
  }
  return errors;
}

/** The dates and months that the inputs show, by name, as YYYY-MM-DD and YYYY-MM. */
function enteredDates(form: Element | null): Record<string, string> {
  const inputs = Array.from(calendarInputs(form));
  return Object.fromEntries(
    inputs.map((input) => [input.name, calendarOf(input).read(input.value) ?? input.value]),
  );
}

function sentenceFor(input: HTMLInputElement): string | undefined {
  if (input.value.trim() === "") return undefined;
  const { read, range, unreadable, outside } = calendarOf(input);
  const value = read(input.value);
  if (value === undefined) return unreadable;
  return range.min <= value && value <= range.max ? undefined : outside;
}

/** Empties the inputs whose value is empty although they show an incomplete date or month. */
function emptyIncomplete(form: Element | null): void {
  for (const input of calendarInputs(form)) if (incompleteSentence(input)) input.value = "";
}

function calendarInputs(form: Element | null) {
  return form?.querySelectorAll<HTMLInputElement>("input[data-calendar]") ?? [];
}

function calendarOf({ dataset }: HTMLInputElement) {
  return dataset.calendar === "date" ? calendars.date : calendars.month;
}

interface SearchFormProps {
  /** Returns a sentence per filter that contradicts another one. */
  validate?: (draft: Draft) => Record<string, string>;
  /** For lists that are seldom longer than a page: no form until it is known that this one is. */
  few?: true;
  children: ReactNode;
}

/** Up to this many records a list is searched while the conditions are entered. */
const MOST_AS_TYPED = 200;
const AS_TYPED_AFTER_MS = 300;

/**
 * The filters of the surrounding list. 検索 or Enter applies them, but not during a composition; a
 * list page of few records follows what is typed, and one that fits a page has no form.
 */
export function SearchForm({ validate, few, children }: SearchFormProps) {
  const { filterValues } = useListContext();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { draft, setDraft, send, written } = useFilterDraft<Draft>(() => setErrors({}));
  const active = Object.keys(filterValues).length;
  const [unfolded, setUnfolded] = useState(false);
  const [chips, setChips] = useState<HTMLElement | null>(null);
  const place = useContext(OrderPlace);
  const { composing, handlers } = useComposing();
  const whole = useWholeTotal();
  // Forms elsewhere, such as that of words which are being edited, wait for 検索.
  const total = place ? whole : undefined;
  const [isUsed, setUsed] = useState(active > 0);
  if (active > 0 && !isUsed) setUsed(true);

  function errorsOf(entered: Draft) {
    return { ...validate?.(entered), ...calendarErrors(form.current) };
  }

  const enteredNow = () => ({ ...draft, ...enteredDates(form.current) });

  function apply(event: FormEvent) {
    event.preventDefault();
    const entered = enteredNow();
    const found = errorsOf(entered);
    setDraft(entered);
    setErrors(found);
    const wrong = Object.keys(found)[0];
    if (wrong === undefined) send(tidy(entered));
    else form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }

  const applyTyped = useEffectEvent(() => {
    const entered = enteredNow();
    const isComplete = Object.keys(errorsOf(entered)).length === 0;
    if (isComplete && JSON.stringify(tidy(entered)) !== written) send(tidy(entered));
  });
  const isLive = total !== undefined && total <= MOST_AS_TYPED && !composing;
  useEffect(() => {
    if (!isLive || draft === filterValues) return;
    const timer = setTimeout(() => applyTyped(), AS_TYPED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLive, draft, filterValues]);

  function clear() {
    emptyIncomplete(form.current);
    setDraft({});
    setErrors({});
    send({});
  }

  const isShort = total === undefined ? few === true && place !== null : total <= ROWS_PER_PAGE;
  if (isShort && !isUsed) return null;
  return (
    <SearchDraftContext
      value={{
        value: (source) => String(draft[source] ?? ""),
        change: (source, value) => setDraft((current) => ({ ...current, [source]: value })),
        leave(source, value) {
          const entered = { ...draft, [source]: value };
          setDraft(entered);
          setErrors(errorsOf(entered));
        },
        error: (source) => errors[source],
        chips,
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: React and its tools do not know <search> yet */}
      <form
        ref={form}
        noValidate
        role="search"
        aria-label={app.search.label}
        className={`wrap gap-8-16 screen-only ${styles.form}`}
        onSubmit={apply}
        onFocus={() => setUsed(true)}
        onKeyDown={holdComposingEnter}
        {...handlers}
      >
        <button
          type="button"
          className={`hidden ${styles.fold}`}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {active === 0 ? app.search.label : app.search.active(active)}
        </button>
        <div className={`wrap gap-8 ${styles.fields}`} data-unfolded={unfolded}>
          {children}
          <Button type="submit" variant="outlined">
            {app.search.apply}
          </Button>
          <Button color="secondary" onClick={clear}>
            {app.search.clear}
          </Button>
        </div>
        <div ref={place?.[1]} className={styles.order} />
        <div ref={setChips} className={`wrap gap-8 optional ${styles.chips}`} />
      </form>
    </SearchDraftContext>
  );
}

/** How many records the list has without filters, once it has been read so. */
function useWholeTotal(): number | undefined {
  const { filterValues, isPlaceholderData, total } = useListContext();
  const [whole, setWhole] = useState<number>();
  const isWhole = Object.keys(filterValues).length === 0 && !isPlaceholderData;
  if (isWhole && total !== undefined && total !== whole) setWhole(total);
  return whole;
}

function tidy(filters: Draft): Draft {
  const trimmed = Object.entries(filters).map(
    ([name, value]) => [name, typeof value === "string" ? value.trim() : value] as const,
  );
  return Object.fromEntries(trimmed.filter(([, value]) => value !== "" && value !== undefined));
}
