import { useId } from "react";
import { useTranslateLabel } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { calendars } from "./calendarErrors.ts";
import controls from "./controls.module.css";
import { SearchBox, SearchField } from "./SearchField.tsx";
import { useSearchDraft } from "./searchDraft.ts";

interface SearchFieldProps {
  source: string;
  /** Default: `resources.{resource}.fields.{source}`. */
  label?: string;
}

interface SearchChoicesProps extends SearchFieldProps {
  choices: readonly { id: string; name: string }[];
}

function useSearchField({ source, label }: SearchFieldProps) {
  const draft = useSearchDraft();
  const translateLabel = useTranslateLabel();
  return {
    id: useId(),
    text: String(translateLabel({ source, ...(label === undefined ? {} : { label }) })),
    value: draft.value(source),
    change: (value: string) => draft.change(source, value),
    leave: (value: string) => draft.leave(source, value),
    error: draft.error(source),
  };
}

export function SearchText(props: SearchFieldProps & { placeholder?: string }) {
  const { id, text, value, change } = useSearchField(props);
  return (
    <SearchField id={id} label={text}>
      {(aria) => (
        <SearchBox
          {...aria}
          name={props.source}
          clearLabel={text}
          value={value}
          onChange={change}
          autoComplete="off"
          placeholder={props.placeholder}
        />
      )}
    </SearchField>
  );
}

export function SearchSelect(props: SearchChoicesProps) {
  const { id, text, value, change } = useSearchField(props);
  return (
    <SearchField id={id} label={text}>
      {(aria) => (
        <select
          {...aria}
          className={controls.control}
          name={props.source}
          value={value}
          onChange={(event) => change(event.target.value)}
        >
          <option value="">{app.search.all}</option>
          {props.choices.map(({ id: choice, name }) => (
            <option key={choice} value={choice}>
              {name}
            </option>
          ))}
        </select>
      )}
    </SearchField>
  );
}

/** A month; incomplete or unknown text is shown at the field, never silently left out. */
export function SearchMonth(props: SearchFieldProps) {
  return <SearchCalendar {...props} type="month" />;
}

/** A date, as SearchMonth. */
export function SearchDate(props: SearchFieldProps) {
  return <SearchCalendar {...props} type="date" />;
}

function SearchCalendar({ type, ...props }: SearchFieldProps & { type: "date" | "month" }) {
  const { id, text, value, change, leave, error } = useSearchField(props);
  const { read, range } = calendars[type];
  return (
    <SearchField id={id} label={text} error={error}>
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
    </SearchField>
  );
}
