import { Navigate } from "react-router";
import { PageError } from "../../../components/display/PageError.tsx";
import { PageSkeleton } from "../../../components/display/PageSkeleton.tsx";
import { LIST } from "../listLink.ts";
import { useAdmission } from "../useAdmission.ts";
import { usePageDictionary } from "../usePageDictionary.ts";
import { ImportScreen } from "./ImportScreen.tsx";

const TITLE = "resources.imports.title";

/** /dictionaries/{id}/import: brings a file into a dictionary, and undoes it. */
export function ImportPage() {
  const { id, dictionary, error } = usePageDictionary();
  const { isAdmitted, isPending } = useAdmission();
  if (!isAdmitted && !isPending) return <Navigate to={`/dictionaries/${id}/show`} replace />;
  if (!dictionary && error) return <PageError title={TITLE} back={LIST} error={error} />;
  if (!dictionary || isPending) return <PageSkeleton title={TITLE} />;
  return <ImportScreen key={id} dictionary={dictionary} />;
}
