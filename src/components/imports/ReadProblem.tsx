import { fileImports } from "../../i18n/ja/fileImports.ts";
import { isMissing } from "../../providers/problems/answerStatus.ts";
import { LoadError } from "../display/LoadError.tsx";

/** Why an import that the address names cannot be shown. */
export function ReadProblem({ error }: { error: unknown }) {
  return isMissing(error) ? <Forgotten /> : <LoadError error={error} />;
}

/** What was read of a file is not there any more. */
export function Forgotten() {
  return (
    <p role="status" className="boxed toned strong" data-tone="warning">
      {fileImports.file.missing}
    </p>
  );
}
