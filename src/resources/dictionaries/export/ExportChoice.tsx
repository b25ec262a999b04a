import { useTranslate } from "react-admin";
import {
  DEFAULT_ENCODINGS,
  DICTIONARY_FORMATS,
  OFFERED_ENCODINGS,
} from "../../../../domain/dictionaryFormats.ts";
import { Choice } from "../Choice.tsx";
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
