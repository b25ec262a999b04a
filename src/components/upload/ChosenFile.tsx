import CloseIcon from "@mui/icons-material/Close";
import { useTranslate } from "react-admin";
import styles from "./UploadZone.module.css";

interface ChosenFileProps {
  name: string;
  disabled: boolean;
  onRemove: () => void;
}

export function ChosenFile({ name, disabled, onRemove }: ChosenFileProps) {
  const translate = useTranslate();
  return (
    <p className={styles.file} role="status">
      <span>{name}</span>
      <button
        type="button"
        disabled={disabled}
        aria-label={translate("app.upload.remove", { name })}
        onClick={onRemove}
      >
        <CloseIcon sx={{ fontSize: 18 }} />
      </button>
    </p>
  );
}
