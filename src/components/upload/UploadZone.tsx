import CloseIcon from "@mui/icons-material/Close";
import { type DragEvent, useId, useRef, useState } from "react";
import { isAccepted } from "../../../domain/files/formulas.ts";
import { app } from "../../i18n/ja/app.ts";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { OkDialog } from "../dialog/ConfirmDialog.tsx";
import styles from "./UploadZone.module.css";

interface UploadZoneProps {
  /** File extensions, MIME types and MIME families such as text/*. */
  accept: readonly string[];
  file: File | null;
  onFile: (file: File | null) => void;
  label: string;
  disabled?: boolean;
}

/**
 * Takes one file by drop or by choice (docs/product/files.md#uploads): empty, drag-active or
 * file-chosen.
 */
export function UploadZone({ accept, file, onFile, label, disabled = false }: UploadZoneProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The dragenter events of the zone and its children, minus the dragleave events.
  const depth = useRef(0);
  const [dragging, setDragging] = useState(false);
  const [several, setSeveral] = useState(false);
  /** The name of the last file, if it was of another type. */
  const [unread, setUnread] = useState("");
  const choose = file ? app.upload.chooseOther : app.upload.choose;

  function take(files: readonly File[]) {
    const [first] = files;
    // Allows the same file to be chosen again after it was removed or rejected.
    if (input.current) input.current.value = "";
    if (!first) return;
    if (files.length > 1) {
      setSeveral(true);
    } else if (isAccepted(first, accept)) {
      setUnread("");
      onFile(first);
    } else {
      setUnread(first.name);
      onFile(null);
      window.alert(app.upload.unsupported);
    }
  }

  function enter(event: DragEvent) {
    event.preventDefault();
    depth.current += 1;
    setDragging(!disabled);
  }

  function leave() {
    depth.current = Math.max(0, depth.current - 1);
    if (depth.current === 0) setDragging(false);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    depth.current = 0;
    setDragging(false);
    if (!disabled) take([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a drop zone
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      className={`grid gap-8 round surface centered content-center ${styles.zone}`}
      data-state={dragging ? "dragging" : file ? "chosen" : "empty"}
      onDragEnter={enter}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={leave}
      onDrop={drop}
    >
      <p id={`${id}-label`} className="strong">
        {label}
      </p>
      <input
        ref={input}
        id={id}
        type="file"
        className="visually-hidden"
        accept={accept.join(",")}
        aria-label={choose}
        aria-describedby={unread ? `${id}-unread ${id}-types` : `${id}-types`}
        disabled={disabled}
        onChange={(event) => take([...(event.target.files ?? [])])}
      />
      {file ? (
        <ChosenFile
          name={file.name}
          disabled={disabled}
          onRemove={() => {
            onFile(null);
            input.current?.focus();
          }}
        />
      ) : (
        <p>{app.upload.prompt}</p>
      )}
      <label
        htmlFor={id}
        className={`hover framed strong primary hand ${styles.choose}`}
        data-disabled={disabled}
      >
        {choose}
      </label>
      {/* The alert of the browser is gone once it is closed. */}
      <div id={`${id}-unread`} role="alert">
        {unread ? (
          <p className="strong error">
            {fileImports.file.unread(unread, accept.includes(".csv") ? "CSV" : accept.join("、"))}
          </p>
        ) : null}
      </div>
      <p id={`${id}-types`} className="note">
        {app.upload.accepted(accept.join("、"))}
      </p>
      <OkDialog open={several} title={app.upload.severalTitle} onClose={() => setSeveral(false)}>
        {app.upload.several}
      </OkDialog>
    </div>
  );
}

interface ChosenFileProps {
  name: string;
  disabled: boolean;
  onRemove: () => void;
}

function ChosenFile({ name, disabled, onRemove }: ChosenFileProps) {
  return (
    <p className={`line gap-8 strong round max-full ${styles.file}`} role="status">
      <span>{name}</span>
      <button
        type="button"
        className="icon-button"
        disabled={disabled}
        aria-label={app.upload.remove(name)}
        onClick={onRemove}
      >
        <CloseIcon sx={{ fontSize: 18 }} />
      </button>
    </p>
  );
}
