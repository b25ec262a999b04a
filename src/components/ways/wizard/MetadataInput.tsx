import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { ssoWizard } from "../../../i18n/ja/ssoWizard.ts";
import { FieldText, FormField } from "../../form/FormField.tsx";
import { UploadZone } from "../../upload/UploadZone.tsx";
import {
  type IdpMetadata,
  type MetadataFault,
  MOST_METADATA_BYTES,
  readIdpMetadata,
} from "./idpMetadata.ts";
import styles from "./wizard.module.css";

const text = ssoWizard.metadata;
const ACCEPTED = [".xml"] as const;

type Told = { read: IdpMetadata } | { fault: MetadataFault };

/** Takes the metadata of an identity provider as a file or as text, which stay in the browser. */
export function MetadataInput({ onRead }: { onRead: (read: IdpMetadata) => void }) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [pasted, setPasted] = useState<string>();
  const [told, setTold] = useState<Told>();

  function take(xml: string) {
    const read = readIdpMetadata(xml);
    if ("fault" in read) return setTold(read);
    setTold({ read });
    onRead(read);
  }

  async function choose(chosen: File | null) {
    setFile(chosen);
    setTold(undefined);
    if (!chosen) return;
    if (chosen.size > MOST_METADATA_BYTES) setTold({ fault: "tooLarge" });
    else take(await chosen.text());
  }

  function paste(value: string) {
    setPasted(value);
    setFile(null);
    if (value.trim() === "") setTold(undefined);
    else take(value);
  }

  const fault = told && "fault" in told ? text.fault[told.fault] : undefined;
  return (
    <div className={`stack gap-8 ${styles.metadata}`}>
      <UploadZone accept={ACCEPTED} file={file} onFile={choose} label={text.label} />
      {pasted === undefined ? (
        <div>
          <Button variant="text" onClick={() => setPasted("")}>
            {text.paste}
          </Button>
        </div>
      ) : (
        <FormField id={id} label={text.pasted} description={text.pastedHint}>
          {(aria) => (
            <FieldText
              {...aria}
              rows={4}
              spellCheck={false}
              value={pasted}
              onChange={({ target }) => paste(target.value)}
            />
          )}
        </FormField>
      )}
      <p role="status" data-fault={fault !== undefined}>
        {fault ?? (told && "read" in told ? text.read(told.read) : "")}
      </p>
    </div>
  );
}
