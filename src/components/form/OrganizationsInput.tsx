import CloseIcon from "@mui/icons-material/Close";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useForkRef } from "@mui/material/utils";
import { useRef, useState } from "react";
import { type RaRecord, useGetMany } from "react-admin";
import type { Organization } from "../../../domain/organizations/schemas.ts";
import { app } from "../../i18n/ja/app.ts";
import { Combobox, type ComboboxOption } from "./Combobox.tsx";
import styles from "./form.module.css";
import { useOrganizationSearch } from "./optionSearches.ts";
import { useField } from "./useField.ts";

const text = app.organizations;

const SOURCE = { source: "organizationIds", label: text.label } as const;
const NONE: readonly number[] = [];

/** 対象の組織: all, which is null in `organizationIds`, or those that are chosen. */
export function OrganizationsInput() {
  const { field, frame } = useField(SOURCE);
  const [chosen, setChosen] = useState(NONE);
  const isAll = field.value === null;
  const errorId = `${frame.id}-error`;
  const invalid = frame.error ? { "aria-invalid": true, "aria-describedby": errorId } : {};

  function chooseAll() {
    setChosen(field.value);
    field.onChange(null);
  }

  return (
    <fieldset className="above-8">
      <FormLabel component="legend">{frame.label}</FormLabel>
      <RadioGroup
        name={frame.id}
        value={isAll ? "all" : "chosen"}
        onChange={(_event, value) => (value === "all" ? chooseAll() : field.onChange(chosen))}
        onBlur={() => field.onBlur()}
      >
        <FormControlLabel
          value="all"
          label={text.all}
          control={
            <Radio
              size="small"
              slotProps={{ input: isAll ? { ref: field.ref, ...invalid } : {} }}
            />
          }
        />
        <FormControlLabel value="chosen" label={text.chosen} control={<Radio size="small" />} />
      </RadioGroup>
      {isAll ? (
        <FormHelperText id={errorId} error>
          {frame.error}
        </FormHelperText>
      ) : (
        <OrganizationPicker />
      )}
    </fieldset>
  );
}

/** Finds organizations and adds each choice; afterwards its text is empty again. */
function OrganizationPicker() {
  const { field, frame, label } = useField({
    source: "organizationIds",
    label: app.organizations.pick,
    description: app.organizations.pickHint,
    required: true,
  });
  const ids: readonly number[] = field.value ?? [];
  const names = useNames(ids);
  const box = useRef<HTMLInputElement>(null);

  function takeOut(id: number) {
    field.onChange(ids.filter((each) => each !== id));
    // Safari does not focus a button that is clicked, so that the list is still open.
    box.current?.blur();
    box.current?.focus();
  }

  return (
    <div className={`stack gap-8 ${styles.picker}`}>
      <Combobox
        {...frame}
        label={label}
        search={useOrganizationSearch()}
        value={null}
        isTaken={({ id }) => ids.includes(id)}
        onChoose={(option) => {
          if (!option) return;
          names.learn(option);
          field.onChange([...ids, option.id]);
        }}
        onBlur={() => field.onBlur()}
        inputRef={useForkRef(field.ref, box)}
      />
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
    <ul className={`wrap gap-8 ${styles.chosen}`} aria-label={text.list}>
      {ids.map((id) => (
        <li key={id}>
          <span>{nameOf(id)}</span>
          <button
            type="button"
            className="icon-button"
            aria-label={text.takeOut(nameOf(id))}
            onClick={() => onTakeOut(id)}
          >
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
