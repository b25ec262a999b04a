import { type ReactNode, useEffect, useRef } from "react";

interface NoticeProps {
  tone: "error" | "info" | "success";
  children: ReactNode;
}

/**
 * A message above the form. An error or a result takes the focus, so that it is read out and Tab
 * continues from it; an information leaves the focus in the form.
 */
export function Notice({ tone, children }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tone !== "info") box.current?.focus();
  }, [tone]);
  return (
    <div
      ref={box}
      role={tone === "error" ? "alert" : "status"}
      tabIndex={-1}
      className="grid gap-8 boxed pad-12-16"
      data-tone={tone}
    >
      {children}
    </div>
  );
}
