import type { ReactNode } from "react";
import type { DictionaryCategory } from "../../../../domain/dictionaries/rules.ts";
import styles from "./preview.module.css";

/** Shown before a mark, so that categories differ not only by colour: 業務, 組織, 一般. */
export function shortName(category: DictionaryCategory): string {
  return category.slice(0, 2);
}

export function CategoryMark(props: { category: DictionaryCategory; children: ReactNode }) {
  const { category, children } = props;
  return (
    <span className={styles.mark} data-category={shortName(category)}>
      {children}
    </span>
  );
}
