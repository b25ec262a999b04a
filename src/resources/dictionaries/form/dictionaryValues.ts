import type { TransformData } from "react-admin";
import { dictionaryCreate, dictionaryUpdate } from "../../../../domain/dictionaries/schemas.ts";
import { validateWith } from "../../../components/form/validateWith.ts";

export const blankDictionary = {
  category: null,
  dictionaryName: "",
  description: "",
  workspaceIds: [],
};

export const createErrors = validateWith(dictionaryCreate);

/** The request body; `validate` has checked the values before. */
export const newDictionary: TransformData = (values) =>
  dictionaryCreate.safeParse(values).data ?? values;

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
