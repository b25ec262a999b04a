import { useRef } from "react";
import { app } from "../../i18n/ja/app.ts";
import { useHandOnFocus } from "../focus/useHandOnFocus.ts";
import styles from "./Pager.module.css";

interface PagerProps {
  /** Zero-based; shown one-based. */
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}

/** Shown only if there is more than one page. */
export function Pager({ page, size, total, onPage }: PagerProps) {
  const pager = useRef<HTMLElement>(null);
  useHandOnFocus(pager, '[aria-current="page"]');
  if (total <= size) return null;
  const pages = Math.ceil(total / size);
  return (
    <nav
      ref={pager}
      className={`wrap gap-4 ${styles.pager} screen-only`}
      aria-label={app.pager.label}
    >
      <button type="button" disabled={page <= 0} onClick={() => onPage(page - 1)}>
        {app.pager.previous}
      </button>
      {pageWindow(page, pages).map((index) => (
        <button
          key={index}
          type="button"
          className={styles.page}
          aria-label={app.pager.page(index + 1)}
          aria-current={index === page ? "page" : undefined}
          onClick={() => onPage(index)}
        >
          {index + 1}
        </button>
      ))}
      <button type="button" disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
        {app.pager.next}
      </button>
    </nav>
  );
}

const MOST_BUTTONS = 5;

/** The zero-based pages that get a button: at most 5 around the current one. */
export function pageWindow(page: number, pages: number): number[] {
  const count = Math.min(MOST_BUTTONS, pages);
  const first = Math.max(0, Math.min(page - Math.floor(MOST_BUTTONS / 2), pages - count));
  return Array.from({ length: count }, (_, index) => first + index);
}
