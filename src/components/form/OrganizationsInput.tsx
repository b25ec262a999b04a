import CloseIcon from "@mui/icons-material/Close";
import useAutocomplete from "@mui/material/useAutocomplete";
import { useForkRef } from "@mui/material/utils";
import { type KeyboardEvent, useRef, useState } from "react";
import { type RaRecord, useGetMany } from "react-admin";
import type { Organization } from "../../../domain/organizations/schemas.ts";
import { app } from "../../i18n/ja/app.ts";
import { ComboboxList } from "./ComboboxList.tsx";
import combobox from "./combobox.module.css";
import { FormField } from "./FormField.tsx";
import form from "./form.module.css";
import styles from "./organizationsInput.module.css";
import { useField } from "./useField.ts";
import { type ComboboxOption, useOptions } from "./useOptions.ts";
import { useOrganizationSearch } from "./useOrganizationSearch.ts";

const text = app.organizations;

const SOURCE = { source: "organizationIds", label: text.label } as const;
const NONE: readonly number[] = [];

/** 対象の組織: all, which is null in `organizationIds`, or those that are chosen. */
export function OrganizationsInput() {
  const { field, frame } = useField(SOURCE);
  const [chosen, setChosen] = useState(NONE);
  const isAll = field.value === null;

  function chooseAll() {
    setChosen(field.value);
    field.onChange(null);
  }

  return (
    <fieldset className={form.choices}>
      <legend className={form.label}>{frame.label}</legend>
      <label className={form.checkbox}>
        <input
          ref={isAll ? field.ref : undefined}
          type="radio"
          name={frame.id}
          checked={isAll}
          onChange={chooseAll}
          onBlur={() => field.onBlur()}
        />
        {text.all}
      </label>
      <label className={form.checkbox}>
        <input
          type="radio"
          name={frame.id}
          checked={!isAll}
          onChange={() => field.onChange(chosen)}
          onBlur={() => field.onBlur()}
        />
        {text.chosen}
      </label>
      {isAll ? null : <OrganizationPicker />}
    </fieldset>
  );
}

/** Finds organizations and adds each choice; afterwards its text is empty again. */
function OrganizationPicker() {
  const { field, frame } = useField({
    source: "organizationIds",
    label: app.organizations.pick,
    description: app.organizations.pickHint,
    required: true,
  });
  const ids: readonly number[] = field.value ?? [];
  const names = useNames(ids);
  const [text, setText] = useState("");
  const { options, list, close, message, composition } = useOptions(useOrganizationSearch(), text);
  const autocomplete = useAutocomplete<ComboboxOption>({
    id: frame.id,
    ...list,
    value: null,
    inputValue: text,
    getOptionDisabled: (option) => ids.includes(option.id),
    onInputChange: (_event, value, reason) => setText(reason === "input" ? value : ""),
    onChange: (_event, option) => {
      if (!option) return;
      names.learn(option);
      field.onChange([...ids, option.id]);
      setText("");
    },
  });
  const { getRootProps, getInputProps, popupOpen, setAnchorEl } = autocomplete;
  const { onBlur, ref, ...input } = getInputProps();
  const box = useRef<HTMLInputElement>(null);
  const inputRef = useForkRef(ref, field.ref, box);

  // Enter before the options have loaded chooses nothing, and must not submit the form.
  function keepEnter(event: KeyboardEvent) {
    if (event.key === "Enter" && (text !== "" || popupOpen)) event.preventDefault();
  }

  function takeOut(id: number) {
    field.onChange(ids.filter((each) => each !== id));
    box.current?.focus();
    close();
  }

  return (
    <div className={styles.picker}>
      <FormField {...frame}>
        {(aria) => (
          <div className={combobox.box} ref={setAnchorEl} {...composition}>
            <div {...getRootProps({ onKeyDown: keepEnter })}>
              <input
                {...input}
                {...aria}
                ref={inputRef}
                type="text"
                className={form.control}
                onBlur={(event) => {
                  onBlur?.(event);
                  field.onBlur();
                }}
              />
            </div>
            <ComboboxList autocomplete={autocomplete} options={options} message={message}>
              {(option) => (
                <>
                  <span>{option.name}</span>
                  <span className={combobox.note}>{option.note}</span>
                </>
              )}
            </ComboboxList>
          </div>
        )}
      </FormField>
      <ChosenList ids={ids} nameOf={names.of} onTakeOut={takeOut} />
    </div>
  );
}

interface ChosenListProps {
  ids: readonly number[];
  nameOf: (id: number) => string;
  onTakeOut: (id: number) => void;
}

function ChosenList({ ids, nameOf, onTakeOut }: ChosenListProps) {
  if (ids.length === 0) return null;
  return (
    <ul className={styles.chosen} aria-label={text.list}>
      {ids.map((id) => (
        <li key={id}>
          <span>{nameOf(id)}</span>
          <button type="button" aria-label={text.takeOut(nameOf(id))} onClick={() => onTakeOut(id)}>
            <CloseIcon sx={{ fontSize: 16 }} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The same organizations as a text. */
export function OrganizationNames({ ids }: { ids: readonly number[] }) {
  const names = useNames(ids);
  return ids.map(names.of).join("、");
}

/** The names of those that were chosen here; others, of a draft or the record, are read. */
function useNames(ids: readonly number[]) {
  const [learnt, setLearnt] = useState<readonly ComboboxOption[]>([]);
  const knows = (id: number) => learnt.some((each) => each.id === id);
  const unknown = ids.filter((id) => !knows(id));
  const { data = [], isPending } = useGetMany<Organization & RaRecord>(
    "organizations",
    { ids: unknown },
    { enabled: unknown.length > 0 },
  );
  const read = (id: number) => data.find((each) => each?.id === id)?.organizationName;
  return {
    of: (id: number) =>
      learnt.find((each) => each.id === id)?.name ??
      read(id) ??
      (isPending ? app.loading : String(id)),
    learn: (option: ComboboxOption) => setLearnt([...learnt, option]),
  };
}
