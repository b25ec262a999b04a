import CloseIcon from "@mui/icons-material/Close";
import useAutocomplete from "@mui/material/useAutocomplete";
import { useForkRef } from "@mui/material/utils";
import { type KeyboardEvent, useRef, useState } from "react";
import { useGetMany } from "react-admin";
import { useWatch } from "react-hook-form";
import { ComboboxList } from "../../components/form/ComboboxList.tsx";
import combobox from "../../components/form/combobox.module.css";
import { FormField } from "../../components/form/FormField.tsx";
import form from "../../components/form/form.module.css";
import { useField } from "../../components/form/useField.ts";
import { type ComboboxOption, useOptions } from "../../components/form/useOptions.ts";
import { useOrganizationSearch } from "../../components/form/useOrganizationSearch.ts";
import { useText, useTranslate } from "../../i18n/translate.ts";
import type { OrganizationRecord } from "../records.ts";
import styles from "./serviceKeys.module.css";

const BINDINGS = ["all", "chosen"] as const;

/** 対象の組織: all, or those that are chosen. The values are `binding` and `organizationIds`. */
export function OrganizationsInput() {
  const text = useText("resources.service-keys.binding");
  const { field, frame } = useField({
    source: "binding",
    label: "resources.service-keys.fields.organizations",
  });
  return (
    <fieldset className={styles.choices}>
      <legend className={form.label}>{frame.label}</legend>
      {BINDINGS.map((binding) => (
        <label key={binding} className={form.checkbox}>
          <input
            ref={binding === "all" ? field.ref : undefined}
            type="radio"
            name={frame.id}
            checked={field.value === binding}
            onChange={() => field.onChange(binding)}
            onBlur={() => field.onBlur()}
          />
          {text(binding)}
        </label>
      ))}
      <ChosenOrganizations />
    </fieldset>
  );
}

function ChosenOrganizations() {
  const binding: unknown = useWatch({ name: "binding" });
  return binding === "chosen" ? <OrganizationPicker /> : null;
}

/** Finds organizations and adds each choice; afterwards its text is empty again. */
function OrganizationPicker() {
  const { field, frame } = useField({
    source: "organizationIds",
    label: "resources.service-keys.binding.pick",
    description: "resources.service-keys.binding.pickHint",
    required: true,
  });
  const ids: readonly number[] = field.value ?? [];
  const names = useNames(ids);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const { options, message, composition } = useOptions(useOrganizationSearch(), text, open);
  const autocomplete = useAutocomplete<ComboboxOption>({
    id: frame.id,
    options,
    value: null,
    inputValue: text,
    open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    autoHighlight: true,
    filterOptions: (all) => all,
    getOptionLabel: (option) => option.name,
    getOptionKey: (option) => option.id,
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
    setOpen(false);
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
  const translate = useTranslate();
  const text = useText("resources.service-keys.binding");
  if (ids.length === 0) return null;
  return (
    <ul className={styles.chosen} aria-label={translate("resources.service-keys.binding.list")}>
      {ids.map((id) => (
        <li key={id}>
          <span>{nameOf(id)}</span>
          <button
            type="button"
            aria-label={text("takeOut", { name: nameOf(id) })}
            onClick={() => onTakeOut(id)}
          >
            <CloseIcon sx={{ fontSize: 16 }} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The names of those that were chosen here; others, of a draft, are read. */
function useNames(ids: readonly number[]) {
  const [learnt, setLearnt] = useState<readonly ComboboxOption[]>([]);
  const knows = (id: number) => learnt.some((each) => each.id === id);
  const unknown = ids.filter((id) => !knows(id));
  const { data = [] } = useGetMany<OrganizationRecord>(
    "organizations",
    { ids: unknown },
    { enabled: unknown.length > 0 },
  );
  const read = (id: number) => data.find((each) => each?.id === id)?.organizationName;
  return {
    of: (id: number) => learnt.find((each) => each.id === id)?.name ?? read(id) ?? String(id),
    learn: (option: ComboboxOption) => setLearnt([...learnt, option]),
  };
}
