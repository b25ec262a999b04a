import Button from "@mui/material/Button";
import { type FormEvent, useId, useState } from "react";
import { useNotify } from "react-admin";
import type { View, ViewConditions } from "../../../domain/views/schemas.ts";
import { views as text } from "../../i18n/ja/views.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import { ConfirmDialog } from "../dialog/ConfirmDialog.tsx";
import { useDialogClose } from "../dialog/DialogFrame.tsx";
import { StatusChip } from "../display/StatusChip.tsx";
import { holdComposingEnter } from "../form/composition.ts";
import { FieldInput, FormField } from "../form/FormField.tsx";
import { showSettings, showView } from "./keepChoice.ts";
import { useShow } from "./ViewsMenu.tsx";
import styles from "./views.module.css";

interface ViewRowProps {
  view: View;
  isDefault: boolean;
  canShare: boolean;
  /** Those that the list shows now. */
  conditions: ViewConditions;
}

export function ViewRow(props: ViewRowProps) {
  const { view, isDefault } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const show = useShow(view.list);
  const close = useDialogClose();
  return (
    <li className="line-below">
      <div className="line gap-8 high-40">
        <button
          type="button"
          className="hover shrink round primary start pad-4-8 grow high-36"
          aria-label={text.show(view.viewName)}
          onClick={() => {
            show(view);
            close();
          }}
        >
          {view.viewName}
        </button>
        {isDefault ? <StatusChip tone="info" label={text.isDefault} /> : null}
        <Button
          size="small"
          color="secondary"
          aria-label={text.actionsOf(view.viewName)}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {text.actions}
        </Button>
      </div>
      {open ? (
        <div id={id} className={`grid gap-12 justify-start ${styles.actions}`}>
          <ViewActions {...props} />
        </div>
      ) : null}
    </li>
  );
}

function ViewActions({ view, isDefault, canShare, conditions }: ViewRowProps) {
  const { viewId, list, viewName, isShared, version } = view;
  const notify = useNotify();
  const [name, setName] = useState(viewName);
  const id = useId();
  const notifySuccess = (sentence: string) => notify(sentence, { type: "success" });
  const settings = useWrite("PUT /views/default", { onWritten: showSettings });
  const update = useWrite("PATCH /views/{id}", {
    changes: "views",
    onWritten: (after: View) => showView(view, after),
  });

  async function choose() {
    update.forget();
    const { result } = await settings.write({ body: { list, viewId: isDefault ? null : viewId } });
    if (result) notifySuccess(isDefault ? text.done.noDefault : text.done.isDefault(viewName));
  }

  type Change = Partial<Pick<View, "viewName" | "isShared" | "conditions">>;

  async function change(body: Change, done: (viewName: string) => string) {
    settings.forget();
    const { result } = await update.write({ id: viewId, ifMatch: version, body });
    if (result) notifySuccess(done(result.viewName));
  }

  function rename(event: FormEvent) {
    event.preventDefault();
    void change({ viewName: name }, text.done.renamed);
  }

  const makeDefault = (
    <Button variant="outlined" size="small" disabled={settings.pending} onClick={choose}>
      {isDefault ? text.endDefault : text.makeDefault}
    </Button>
  );
  const problem = update.problem ?? settings.problem;
  if (isShared && !canShare) {
    return (
      <>
        {makeDefault}
        <ProblemText problem={problem} />
      </>
    );
  }
  return (
    <>
      <form
        className={`wrap gap-8 full align-start ${styles.rename}`}
        noValidate
        onSubmit={rename}
        onKeyDown={holdComposingEnter}
      >
        <FormField id={id} label={text.name} error={problem?.fields?.viewName}>
          {(aria) => (
            <FieldInput
              {...aria}
              value={name}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </FormField>
        <Button type="submit" variant="outlined" size="small" disabled={update.pending}>
          {text.rename}
        </Button>
      </form>
      <div className="wrap gap-8">
        {makeDefault}
        <Button
          variant="outlined"
          color="secondary"
          size="small"
          disabled={update.pending}
          onClick={() => change({ conditions }, text.done.overwritten)}
        >
          {text.overwrite}
        </Button>
        {canShare ? (
          <Button
            variant="outlined"
            color="secondary"
            size="small"
            disabled={update.pending}
            onClick={() =>
              change({ isShared: !isShared }, isShared ? text.done.unshared : text.done.shared)
            }
          >
            {isShared ? text.unshare : text.shareIt}
          </Button>
        ) : null}
        <RemoveButton view={view} />
      </div>
      <ProblemText problem={problem?.fields?.viewName ? undefined : problem} />
    </>
  );
}

function RemoveButton({ view }: { view: View }) {
  const { viewId, viewName, isShared, version } = view;
  const [asks, setAsks] = useState(false);
  const { write, pending, problem } = useWrite("DELETE /views/{id}", {
    changes: "views",
    notice: text.done.removed(viewName),
    onWritten: () => showView(view, null),
  });
  return (
    <>
      <Button variant="outlined" color="error" size="small" onClick={() => setAsks(true)}>
        {text.remove}
      </Button>
      <ConfirmDialog
        open={asks}
        title={text.removeTitle}
        pending={pending}
        onConfirm={() => void write({ id: viewId, ifMatch: version })}
        onClose={() => setAsks(false)}
      >
        <p>{text.removeBody(viewName)}</p>
        {isShared ? <p>{text.removeShared}</p> : null}
        <ProblemText problem={problem} />
      </ConfirmDialog>
    </>
  );
}
