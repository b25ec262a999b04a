import Button from "@mui/material/Button";
import {
  type FormEvent,
  type ReactElement,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useListContext, useNotify, useResourceContext } from "react-admin";
import { can } from "../../../domain/access.ts";
import { isViewedList, PAGE_SIZES, type ViewedList } from "../../../domain/views/rules.ts";
import type { View, ViewConditions } from "../../../domain/views/schemas.ts";
import { views as text } from "../../i18n/ja/views.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import { CloseButton } from "../dialog/DialogButtons.tsx";
import { DialogFrame } from "../dialog/DialogFrame.tsx";
import { LoadError, LoadingState } from "../display/LoadError.tsx";
import { DraftNotice, useStoredValues } from "../draft/DraftNotice.tsx";
import { useDraft, useForgottenOnClose } from "../draft/useDraft.ts";
import { Checkbox } from "../form/Checkbox.tsx";
import { holdComposingEnter } from "../form/composition.ts";
import { FieldInput, FormField } from "../form/FormField.tsx";
import { ShownColumns } from "../list/useOpening.ts";
import { ViewRow } from "./ViewRow.tsx";
import { useViews } from "./ViewsMenu.tsx";
import styles from "./views.module.css";

interface ViewsDialogProps {
  /** Begins at the name under which the present conditions are stored. */
  saves: boolean;
  onClose: () => void;
}

/** The views of the surrounding list: choose one, keep the present conditions, and change them. */
export function ViewsDialog({ saves, onClose }: ViewsDialogProps) {
  const list = useResourceContext();
  return (
    <DialogFrame title={text.title} onClose={onClose} actions={<CloseButton />}>
      {isViewedList(list) ? <Views list={list} saves={saves} /> : null}
    </DialogFrame>
  );
}

function Views({ list, saves }: { list: ViewedList; saves: boolean }) {
  const profile = useUserProfile();
  const canShare = can(profile, "view.share");
  const { data, error } = useViews(list);
  const conditions = usePresentConditions();
  const body = useRef<HTMLDivElement>(null);

  // A view that was deleted, or moved to the others, had the focus.
  useEffect(() => {
    if (data && document.activeElement === document.body) body.current?.focus();
  }, [data]);

  if (!data) return error ? <LoadError error={error} /> : <LoadingState />;
  const defaultId = profile.lists?.find((each) => each.list === list)?.view?.viewId;
  const rows = (shared: boolean) =>
    data.views
      .filter(({ isShared }) => isShared === shared)
      .map((view) => (
        <ViewRow
          key={view.viewId}
          view={view}
          isDefault={view.viewId === defaultId}
          canShare={canShare}
          conditions={conditions}
        />
      ));
  return (
    <div ref={body} tabIndex={-1} className={styles.body}>
      <Group title={text.own} none={text.noneOwn} rows={rows(false)} />
      <Group title={text.shared} none={text.noneShared} rows={rows(true)} />
      <SaveForm list={list} canShare={canShare} conditions={conditions} takesFocus={saves} />
    </div>
  );
}

function Group({ title, none, rows }: { title: string; none: string; rows: ReactElement[] }) {
  const id = useId();
  return (
    <section className="below-16" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {rows.length === 0 ? <p className="note">{none}</p> : <ul className="above-4">{rows}</ul>}
    </section>
  );
}

/** The conditions of the list as they are applied, not what is typed into its search form. */
function usePresentConditions(): ViewConditions {
  const { filterValues, sort, perPage } = useListContext();
  const columns = useContext(ShownColumns);
  const filters = Object.entries(filterValues).map(([name, value]) => [name, String(value)]);
  return {
    filters: Object.fromEntries(filters),
    sort: `${sort.field},${sort.order === "DESC" ? "desc" : "asc"}`,
    size: PAGE_SIZES.find((size) => size === perPage) ?? null,
    ...(columns ? { columns: [...columns] } : {}),
  };
}

const NO_VIEW = { viewName: "", isShared: false };

interface SaveFormProps {
  list: ViewedList;
  canShare: boolean;
  conditions: ViewConditions;
  takesFocus: boolean;
}

function SaveForm({ list, canShare, conditions, takesFocus }: SaveFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const [viewName, setViewName] = useState("");
  const [isShared, setShared] = useState(false);
  const notify = useNotify();
  const id = useId();
  const { write, pending, problem } = useWrite("POST /views", {
    changes: "views",
    onWritten: (view: View) => {
      notify(text.done.saved(view.viewName), { type: "success" });
      setViewName("");
      setShared(false);
    },
  });

  const draft = useDraft("views", list);
  const draftInput = useStoredValues(draft, {
    initial: NO_VIEW,
    values: { viewName, isShared },
    restore: (values) => {
      setViewName(String(values.viewName));
      setShared(values.isShared === true);
    },
  });
  useForgottenOnClose(draft);

  function save(event: FormEvent) {
    event.preventDefault();
    void write({ body: { list, viewName, conditions, isShared } }, draft.submission);
  }

  return (
    <form
      className={`grid gap-12 justify-start pad-top-4 ${styles.save}`}
      noValidate
      onSubmit={save}
      onKeyDown={holdComposingEnter}
    >
      <h3>{text.save}</h3>
      <DraftNotice input={draftInput} isEditing />
      <FormField
        id={id}
        label={text.name}
        description={text.saveHint}
        error={problem?.fields?.viewName}
        required
      >
        {(aria) => (
          <FieldInput
            {...aria}
            inputRef={field}
            value={viewName}
            autoComplete="off"
            onChange={({ target }) => setViewName(target.value)}
          />
        )}
      </FormField>
      {canShare ? <Checkbox label={text.share} checked={isShared} onChange={setShared} /> : null}
      <ProblemText problem={problem?.fields?.viewName ? undefined : problem} />
      <Button type="submit" variant="contained" disabled={pending}>
        {text.submit}
      </Button>
    </form>
  );
}
