import { useId } from "react";
import { useTranslate } from "react-admin";
import {
  DEFAULT_ENCODINGS,
  DICTIONARY_FORMATS,
  OFFERED_ENCODINGS,
} from "../../../../domain/dictionaryFormats.ts";
import { FormField } from "../../../components/form/FormField.tsx";
import form from "../../../components/form/form.module.css";
import styles from "./export.module.css";
import type { ExportRequest } from "./exportRequest.ts";

interface ExportChoiceProps {
  request: ExportRequest;
  onChange: (request: ExportRequest) => void;
}

export function ExportChoice({ request, onChange }: ExportChoiceProps) {
  const translate = useTranslate();
  const text = (key: string) => translate(`resources.dictionaries.${key}`);
  return (
    <div className={styles.choice}>
      <Choice
        label={text("export.format")}
        options={DICTIONARY_FORMATS}
        value={request.format}
        name={(format) => text(`formats.${format}`)}
        onChange={(format) => onChange({ ...request, format, encoding: DEFAULT_ENCODINGS[format] })}
      />
      <p className={styles.kept} role="status">
        {text(`export.kept.${request.format}`)}
      </p>
      <Choice
        label={text("export.encoding")}
        options={OFFERED_ENCODINGS[request.format]}
        value={request.encoding}
        name={(encoding) => text(`encodings.${encoding}`)}
        onChange={(encoding) => onChange({ ...request, encoding })}
      />
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly Value[];
  value: Value;
  name: (value: Value) => string;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, name, onChange } = props;
  return (
    <FormField id={useId()} label={label} roomForError={false}>
      {(aria) => (
        <select
          {...aria}
          className={form.control}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find((option) => option === target.value);
            if (chosen) onChange(chosen);
          }}
        >
          {options.map((option) => (
            <option key={option} value={option}>
              {name(option)}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}
