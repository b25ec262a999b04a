import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ActionButton } from "../../../src/components/display/ActionButton.tsx";

test("a button that is impossible does nothing, and takes the focus that shows its reason", () => {
  const onClick = vi.fn();
  render(
    <ActionButton reason="最後の1件です。" onClick={onClick}>
      削除する
    </ActionButton>,
  );
  const button = screen.getByRole("button", { name: "削除する" });
  // As Safari does, which does not focus a button that is touched.
  button.click();
  expect(button).toHaveFocus();
  expect(button).toHaveAccessibleDescription("最後の1件です。");
  expect(onClick).not.toHaveBeenCalled();
});
