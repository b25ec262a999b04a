import Button from "@mui/material/Button";
import { useContext } from "react";
import { useNotify, useResourceContext, useTranslateLabel } from "react-admin";
import { views } from "../../i18n/ja/views.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import { CloseButton } from "../dialog/DialogButtons.tsx";
import { DialogFrame } from "../dialog/DialogFrame.tsx";
import { Checkbox } from "../form/Checkbox.tsx";
import { type NamedColumn, namingSource } from "../list/column.ts";
import { ShownColumns, shownOf, useTabColumns } from "../list/useOpening.ts";
import { keepColumns } from "./keepChoice.ts";
import styles from "./views.module.css";

const text = views.columns;

interface ColumnsDialogProps {
  columns: readonly NamedColumn[];
  onClose: () => void;
}

/** Which columns the surrounding list shows. A choice counts at once, and for the next time. */
export function ColumnsDialog({ columns, onClose }: ColumnsDialogProps) {
  const list = useResourceContext() ?? "";
  const chosen = useContext(ShownColumns);
  const [, show] = useTabColumns(list);
  const translateLabel = useTranslateLabel();
  const notify = useNotify();
  const api = useApi();
  const key = namingSource(columns);
  const all = columns.map(({ source }) => source);
  const shown = chosen ? shownOf(columns, chosen).map(({ source }) => source) : all;

  function choose(wanted: readonly string[]) {
    const sources = all.filter((source) => wanted.includes(source));
    show(sources);
    keepColumns(api, { list, columns: sources.length === all.length ? null : sources }).catch(
      (error: unknown) => notify(messageFor(error), { type: "error" }),
    );
  }

  return (
    <DialogFrame
      size="small"
      title={text.title}
      onClose={onClose}
      actions={
        <>
          <Button color="secondary" onClick={() => choose(all)}>
            {text.all}
          </Button>
          <CloseButton />
        </>
      }
    >
      <fieldset className={`grid gap-8 ${styles.columns}`}>
        <legend>{text.hint}</legend>
        {columns.map(({ source, label }) => (
          <Checkbox
            key={source}
            label={translateLabel({ source, ...(label === undefined ? {} : { label }) })}
            checked={shown.includes(source)}
            disabled={source === key}
            onChange={(checked) =>
              choose(checked ? [...shown, source] : shown.filter((each) => each !== source))
            }
          />
        ))}
      </fieldset>
    </DialogFrame>
  );
}
