import { useTranslate } from "react-admin";
import { ClearableInput } from "../../../components/form/ClearableInput.tsx";
import type { useSearchedKey } from "../../../components/form/useSearchedKey.ts";
import styles from "./members.module.css";

export function MemberFilter({ search }: { search: ReturnType<typeof useSearchedKey> }) {
  const translate = useTranslate();
  const label = translate("resources.workspaces.members.filter");
  const { onChange: _, ...input } = search.input;
  return (
    <div className={styles.filter}>
      <ClearableInput
        {...input}
        onChange={search.change}
        type="search"
        name="memberFilter"
        aria-label={label}
        placeholder={label}
        clearLabel={label}
        autoComplete="off"
      />
    </div>
  );
}
