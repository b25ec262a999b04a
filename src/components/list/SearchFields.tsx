import CloseIcon from "@mui/icons-material/Close";
import { type ComponentProps, useId } from "react";
import { useListFilterContext, useTranslateLabel } from "react-admin";
import { createPortal } from "react-dom";
import { grouped } from "../../../domain/grouped.ts";
import { formatDate, formatMonthJa, isMonth } from "../../../domain/text/dates.ts";
import { app } from "../../i18n/ja/app.ts";
import controls from "./controls.module.css";
import { SearchBox, SearchField } from "./SearchField.tsx";
import styles from "./SearchForm.module.css";
import { calendars } from "./SearchForm.tsx";
import { useSearchDraft } from "./searchDraft.ts";

interface SearchFieldProps {
  source: string;
  /** Default: `resources.{resource}.fields.{source}`. */
  label?: string;
}

export interface SearchChoice {
  id: string;
  name: string;
  /** Choices of a group stand together below its name. */
  group?: string;
}

interface CalendarProps extends SearchFieldProps {
  /** What is shown in place of the label, such as the second of two months. */
  short?: string;
}

interface SearchChoicesProps extends SearchFieldProps {
  choices: readonly SearchChoice[];
}

function useSearchField({ source, label }: SearchFieldProps) {
  const draft = useSearchDraft();
  const { filterValues } = useListFilterContext();
  const translateLabel = useTranslateLabel();
  return {
    id: useId(),
    text: String(translateLabel({ source, ...(label === undefined ? {} : { label }) })),
    value: draft.value(source),
    /** What the list is filtered by. */
    set: String(filterValues[source] ?? ""),
    change: (value: string) => draft.change(source, value),
    leave: (value: string) => draft.leave(source, value),
    error: draft.error(source),
  };
}

interface FieldProps {
  id: string;
  text: string;
  source: string;
  /** What is set, in words. */
  set: string;
  /** What is shown in place of the label. */
  short?: string | undefined;
  hidesLabel?: boolean;
  error?: string | undefined;
  children: ComponentProps<typeof SearchField>["children"];
}

/** A field in one line with its label, and the chip of what it has set. */
function Field({ id, text, source, set, short, hidesLabel, error, children }: FieldProps) {
  const isHidden = hidesLabel || short !== undefined;
  return (
    <div className={`flex gap-8 ${styles.field}`}>
      {short ? (
        <span className={styles.short} aria-hidden="true">
          {short}
        </span>
      ) : null}
      <SearchField
        id={id}
        error={error}
        label={isHidden ? <span className="visually-hidden">{text}</span> : text}
      >
        {children}
      </SearchField>
      {set ? <Condition source={source} text={app.search.condition(text, set)} /> : null}
    </div>
  );
}

export function SearchText(props: SearchFieldProps & { placeholder?: string }) {
  const { source } = props;
  const { value, change, leave: _, ...field } = useSearchField(props);
  return (
    <Field {...field} source={source} hidesLabel>
      {(aria) => (
        <SearchBox
          {...aria}
          name={source}
          clearLabel={field.text}
          value={value}
          onChange={change}
          autoComplete="off"
          placeholder={props.placeholder ?? field.text}
        />
      )}
    </Field>
  );
}

/** Without a choice it says what it is a choice of. */
export function SearchSelect(props: SearchChoicesProps) {
  const { source, choices } = props;
  const { value, change, leave: _, ...field } = useSearchField(props);
  const set = choices.find(({ id }) => id === field.set)?.name ?? field.set;
  return (
    <Field {...field} source={source} set={set} hidesLabel>
      {(aria) => (
        <select
          {...aria}
          className={controls.control}
          name={source}
          value={value}
          onChange={(event) => change(event.target.value)}
        >
          <option value="">{field.text}</option>
          {[...grouped(choices.map((choice) => [choice.group, choice] as const))].map(
            ([group, ofGroup]) => {
              const options = ofGroup.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ));
              return group === undefined ? (
                options
              ) : (
                <optgroup key={group} label={group}>
                  {options}
                </optgroup>
              );
            },
          )}
        </select>
      )}
    </Field>
  );
}

/** A month; incomplete or unknown text is shown at the field, never silently left out. */
export function SearchMonth(props: CalendarProps) {
  return <SearchCalendar {...props} type="month" />;
}

/** A date, as SearchMonth. */
export function SearchDate(props: CalendarProps) {
  return <SearchCalendar {...props} type="date" />;
}

function SearchCalendar({ type, ...props }: CalendarProps & { type: "date" | "month" }) {
  const { value, change, leave, ...field } = useSearchField(props);
  const { read, range } = calendars[type];
  const set =
    type === "month" && isMonth(field.set) ? formatMonthJa(field.set) : formatDate(field.set);
  return (
    <Field {...field} source={props.source} set={set} short={props.short}>
      {(aria) => (
        <input
          {...aria}
          type={type}
          {...range}
          data-calendar={type}
          className={controls.control}
          name={props.source}
          value={value}
          placeholder={app.field[`${type}Example`]}
          onChange={(event) => change(event.target.value)}
          onBlur={({ target }) => leave(read(target.value) ?? target.value)}
        />
      )}
    </Field>
  );
}

interface ConditionProps {
  source: string;
  /** The condition in words. */
  text: string;
  /** What taking it off is called. Default: after its words. */
  off?: string;
}

/** A condition that is set, below the search form: a chip that can be taken off. */
export function Condition({ source, text, off = app.search.takeOff(text) }: ConditionProps) {
  const { filterValues, setFilters } = useListFilterContext();
  const { [source]: value, ...others } = filterValues;
  const { chips } = useSearchDraft();
  if (!chips || value === undefined) return null;
  return createPortal(
    <span className={`caption strong ${styles.chip}`}>
      {text}
      <button
        type="button"
        className="icon-button"
        aria-label={off}
        title={off}
        onClick={() => setFilters(others, undefined, false)}
      >
        <CloseIcon sx={{ fontSize: 16 }} />
      </button>
    </span>,
    chips,
  );
}
