import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import type { TransformData } from "react-admin";
import { DICTIONARY_CATEGORIES } from "../../../../domain/dictionaries/rules.ts";
import { dictionaryCreate, dictionaryUpdate } from "../../../../domain/dictionaries/schemas.ts";
import { Checkbox } from "../../../components/form/Checkbox.tsx";
import { CreatePage } from "../../../components/form/CreatePage.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { SelectInput } from "../../../components/form/SelectInput.tsx";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { TextInput } from "../../../components/form/TextInput.tsx";
import { useField } from "../../../components/form/useField.ts";
import { validateWith } from "../../../components/form/validateWith.ts";
import { app } from "../../../i18n/ja/app.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { LIST } from "../paths.ts";
import { seenAmong, useWorkspaces } from "../WorkspaceNames.tsx";
import styles from "./workspacesInput.module.css";

const text = dictionaries.workspaces;

export function DictionaryFields({ readOnly = false }: { readOnly?: boolean }) {
  return (
    <>
      <TextInput source="dictionaryName" required readOnly={readOnly} />
      <TextAreaInput source="description" readOnly={readOnly} />
      <WorkspacesInput readOnly={readOnly} />
    </>
  );
}

/**
 * A chip to check for each workspace that the person can see. The value keeps the ids of the others.
 */
function WorkspacesInput({ readOnly }: { readOnly: boolean }) {
  const { data: workspaces = [], isPending, error } = useWorkspaces();
  const { field, frame } = useField({ source: "workspaceIds" });
  const ids: readonly number[] = field.value ?? [];
  const { unseen } = seenAmong(ids, workspaces);
  const [hintId, errorId] = [`${frame.id}-hint`, `${frame.id}-error`];

  /** In the order of the API, so that a choice that is undone changes nothing. */
  function toggle(id: number) {
    const others = ids.filter((each) => each !== id);
    const chosen = others.length < ids.length ? others : [...ids, id];
    field.onChange(chosen.toSorted((one, other) => one - other));
  }

  return (
    <fieldset
      className={`stack gap-4 ${styles.field}`}
      aria-describedby={frame.error ? `${hintId} ${errorId}` : hintId}
    >
      <FormLabel component="legend">{frame.label}</FormLabel>
      <FormHelperText id={hintId}>{text.hint}</FormHelperText>
      {isPending ? <p className={`note ${styles.state}`}>{app.loading}</p> : null}
      {error ? <p className={`note ${styles.state}`}>{app.combobox.failed}</p> : null}
      {!isPending && !error && workspaces.length === 0 ? (
        <p className={`note ${styles.state}`}>{text.none}</p>
      ) : null}
      <div className={`wrap optional scroll-y gap-0-8 ${styles.boxes}`}>
        {workspaces.map(({ workspaceId, workspaceName }, index) => (
          <Checkbox
            key={workspaceId}
            label={workspaceName}
            inputRef={index === 0 ? field.ref : undefined}
            checked={ids.includes(workspaceId)}
            disabled={readOnly}
            aria-invalid={frame.error ? true : undefined}
            aria-describedby={frame.error ? errorId : undefined}
            onChange={() => toggle(workspaceId)}
            onBlur={() => field.onBlur()}
          />
        ))}
      </div>
      {unseen > 0 && !isPending ? <FormHelperText>{text.unseen(unseen)}</FormHelperText> : null}
      {frame.error ? (
        <FormHelperText id={errorId} error>
          {frame.error}
        </FormHelperText>
      ) : null}
    </fieldset>
  );
}

const blankDictionary = {
  category: null,
  dictionaryName: "",
  description: "",
  workspaceIds: [],
};

const createErrors = validateWith(dictionaryCreate);

/** The request body; `validate` has checked the values before. */
const newDictionary: TransformData = (values) => dictionaryCreate.safeParse(values).data ?? values;

const updateErrors = validateWith(dictionaryUpdate);

/** The form holds the whole record; only the editable fields are validated and sent. */
const changeable = ({ dictionaryName, description, workspaceIds }: Record<string, unknown>) => ({
  dictionaryName,
  description,
  workspaceIds,
});

export const editErrors = (values: Record<string, unknown>) => updateErrors(changeable(values));

export const dictionaryChanges: TransformData = (values) => {
  const changes = changeable(values);
  return dictionaryUpdate.safeParse(changes).data ?? changes;
};

const categories = DICTIONARY_CATEGORIES.map((category) => ({ id: category, name: category }));

export function DictionaryCreate() {
  return (
    <CreatePage
      title={dictionaries.form.createTitle}
      notice={dictionaries.notifications.created}
      back={LIST}
      redirect="edit"
      saveLabel={dictionaries.form.submit}
      defaultValues={blankDictionary}
      validate={createErrors}
      transform={newDictionary}
    >
      <FormSection title={dictionaries.form.section}>
        <SelectInput
          source="category"
          description={dictionaries.form.categoryHint}
          choices={categories}
          width="medium"
          required
        />
        <DictionaryFields />
      </FormSection>
    </CreatePage>
  );
}
