import CloseIcon from "@mui/icons-material/Close";
import { useListFilterContext } from "react-admin";
import { createPortal } from "react-dom";
import { app } from "../../i18n/ja/app.ts";
import styles from "./SearchForm.module.css";
import { useSearchDraft } from "./searchDraft.ts";

interface ConditionProps {
  source: string;
  /** The condition in words. */
  text: string;
  /** What taking it off is called. Default: after its words. */
  off?: string;
}

/** A condition that is set, below the search form: a chip that can be taken off. */
export function Condition({ source, text, off = app.search.takeOff(text) }: ConditionProps) {
  const { filterValues, setFilters } = useListFilterContext();
  const { [source]: value, ...others } = filterValues;
  const { chips } = useSearchDraft();
  if (!chips || value === undefined) return null;
  return createPortal(
    <span className={`caption strong ${styles.chip}`}>
      {text}
      <button
        type="button"
        className="icon-button"
        aria-label={off}
        title={off}
        onClick={() => setFilters(others, undefined, false)}
      >
        <CloseIcon sx={{ fontSize: 16 }} />
      </button>
    </span>,
    chips,
  );
}
