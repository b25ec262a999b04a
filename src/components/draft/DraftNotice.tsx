import Button from "@mui/material/Button";
import { Fragment, type ReactNode, useState } from "react";
import { useRecordContext } from "react-admin";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { isSameValue } from "../../../domain/fields.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { app } from "../../i18n/ja/app.ts";
import { PageBanner } from "../display/PageBanner.tsx";
import { type Draft, type DraftValues, draftable } from "./draftStore.ts";
import { type DraftHandle, type Sent, type StoredInput, useOfferedDraft } from "./useDraft.ts";

const text = app.draft;

interface DraftNoticeProps {
  input: StoredInput;
  isEditing: boolean;
  /** Acquires the lock, where that is possible now; resolves to whether this tab holds it. */
  begin?: (() => Promise<boolean>) | undefined;
  /** What to do about an earlier input that is saved, where the page of then had more to show. */
  takenHint?: string | undefined;
}

/**
 * Offers the draft of an earlier edit on this device, which fills the form only on request; or says
 * that it is saved.
 */
export function DraftNotice({ input, isEditing, begin, takenHint }: DraftNoticeProps) {
  const { found, sent, discard } = input;
  if (sent.state === "running") return <PageBanner tone="info" sentences={[text.running]} />;
  if (sent.state === "taken") {
    return (
      <PageBanner
        tone="info"
        sentences={[text.taken(timeOf(sent)), ...(takenHint ? [takenHint] : [])]}
        actions={
          <Button variant="outlined" color="secondary" onClick={discard}>
            {text.close}
          </Button>
        }
      />
    );
  }
  if (!found) return null;
  return <Offer found={found} input={input} isEditing={isEditing} begin={begin} />;
}

interface OfferProps extends Omit<DraftNoticeProps, "takenHint"> {
  found: Draft;
}

function Offer({ found, input, isEditing, begin }: OfferProps) {
  const { sent, isOutdated, restore, discard } = input;
  const canRestore = isEditing || begin !== undefined;
  const time = formatDateTime(new Date(found.keptAt));

  async function restoreNow() {
    if (isEditing || (await begin?.())) restore();
  }

  return (
    <PageBanner
      tone="info"
      sentences={[
        found.origin === "history" ? text.foundHistory : text.found(time),
        ...(sent.state === "partly" ? [text.partly(timeOf(sent))] : []),
        ...(sent.state === "unsure" ? [text.unsure] : []),
        ...(isOutdated ? [text.outdated] : []),
        ...(canRestore ? [] : [text.later]),
      ]}
      actions={
        <>
          <Button variant="outlined" color="secondary" onClick={discard}>
            {text.discard}
          </Button>
          {canRestore ? (
            <Button variant="contained" onClick={() => void restoreNow()} data-autofocus>
              {labelOf(found.origin, isEditing)}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

const timeOf = ({ at }: Extract<Sent, { at: string }>) => formatDateTime(at);

function labelOf(origin: "history" | undefined, isEditing: boolean) {
  if (!isEditing) return text.begin;
  return origin === "history" ? text.fillIn : text.restore;
}

interface DraftFieldsProps {
  draft: DraftHandle;
  takenHint?: string | undefined;
  children: ReactNode;
}

/** The fields of a form whose input is kept on this device, below the offer of an earlier draft. */
export function DraftFields({ draft, takenHint, children }: DraftFieldsProps) {
  const input = useStoredInput(draft);
  const [restored, setRestored] = useState(false);
  return (
    <>
      <DraftNotice
        input={{
          ...input,
          restore: () => {
            input.restore();
            setRestored(true);
          },
        }}
        isEditing
        takenHint={takenHint}
      />
      {/* Inputs that hold a text of their own, such as the name of what was chosen, begin again. */}
      <Fragment key={String(restored)}>{children}</Fragment>
    </>
  );
}

/** Stores the input of the form on this device, and finds the draft of an earlier edit. */
export function useStoredInput(handle: DraftHandle): StoredInput {
  const record = useRecordContext();
  const { setValue } = useFormContext();
  const { defaultValues = {} } = useFormState();
  return useStoredChanges(handle, {
    version: typeof record?.version === "number" ? record.version : undefined,
    initial: defaultValues,
    values: useWatch(),
    restore: (changes) => {
      for (const [field, value] of Object.entries(changes)) {
        setValue(field, value, { shouldDirty: true, shouldValidate: true });
      }
    },
  });
}

interface StoredValues {
  version?: number | undefined;
  initial: DraftValues;
  values: DraftValues;
  restore: (values: DraftValues) => void;
}

/** The same for input that stands in no form. */
export function useStoredValues(
  handle: DraftHandle,
  { restore, ...input }: StoredValues,
): StoredInput {
  return useStoredChanges(handle, {
    ...input,
    restore: (changes) => restore({ ...input.values, ...draftable(changes) }),
  });
}

interface StoredChanges {
  version?: number | undefined;
  initial: Values;
  values: Values;
  /** Gets the values of a draft that differ from the initial ones. */
  restore: (changes: Values) => void;
}

function useStoredChanges(handle: DraftHandle, input: StoredChanges): StoredInput {
  const { version, initial, values, restore } = input;
  const changes = draftable(changesOf(initial, values));
  return useOfferedDraft(handle, {
    version,
    isWorth: (stored) => isSome(changesOf(initial, stored)),
    typed: isSome(changes) ? changes : undefined,
    together: (earlier) => ({ ...earlier, ...changes }),
    restore: (stored) => restore(changesOf(initial, stored)),
  });
}

type Values = Readonly<Record<string, unknown>>;

/** The values of the form's fields that differ from those that it began with. */
function changesOf(before: Values, values: Values): Values {
  const isChanged = ([field, value]: [string, unknown]) =>
    field in before &&
    isOfKind(value, before[field]) &&
    // An empty cap that becomes null is unlimited.
    ((value === null && before[field] === "") ||
      !isSameValue(asSaved(value), asSaved(before[field])));
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}

/** Whether both are lists or neither; null may become either, such as all to some of a list. */
function isOfKind(value: unknown, before: unknown): boolean {
  return value === null || before === null || Array.isArray(value) === Array.isArray(before);
}

/** A save trims texts, so spaces at the ends do not count. */
function asSaved(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}

const isSome = (changes: object) => Object.keys(changes).length > 0;
