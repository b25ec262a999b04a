import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { LinkBase } from "react-admin";
import type { StoredFile } from "../../../domain/imports/schemas.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { Section } from "../display/Section.tsx";

const text = fileImports.result;

type Done = Pick<StoredFile, "fileName" | "revertedAt" | "revertibleUntil">;

interface ImportResultProps<Import extends Done> {
  imported: Import;
  /** What it did. */
  result: string;
  /** Where its records are. */
  list: string;
  /** What leads there; 一覧を表示 if it is not given. */
  listLabel?: string;
  /** It was carried out just now, not found again by a reload. */
  isNew: boolean;
  onRevert: (imported: Import) => void;
  onNext: () => void;
  children?: ReactNode;
}

/** What an import did, and the way back. */
export function ImportResult<Import extends Done>(props: ImportResultProps<Import>) {
  const {
    imported,
    result,
    list,
    listLabel = text.list,
    isNew,
    onRevert,
    onNext,
    children,
  } = props;
  const { fileName, revertedAt, revertibleUntil } = imported;
  return (
    <Section title={text.section} takesFocus={isNew}>
      <div className="stack gap-16">
        <p role="status">{revertedAt ? text.reverted(fileName) : text.done(fileName)}</p>
        <p>
          <strong>{result}</strong>
        </p>
        {children}
        {revertibleUntil ? (
          <p className="note">{text.until(formatDateTime(revertibleUntil))}</p>
        ) : null}
        <div className="row gap-8-16">
          <Button variant="contained" component={LinkBase} to={list}>
            {listLabel}
          </Button>
          <Button variant="outlined" color="secondary" onClick={onNext}>
            {text.next}
          </Button>
          {revertibleUntil ? (
            <Button variant="outlined" color="error" onClick={() => onRevert(imported)}>
              {text.revert}
            </Button>
          ) : null}
        </div>
      </div>
    </Section>
  );
}
