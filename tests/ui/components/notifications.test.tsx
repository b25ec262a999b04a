import { act, fireEvent, screen, within } from "@testing-library/react";
import { type NotificationOptions, type NotificationType, useNotify } from "react-admin";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderConsole, renderIn } from "./renderConsole.tsx";

interface SayProps {
  message: string;
  options: NotificationOptions & { type?: NotificationType };
}

function Say({ message, options }: SayProps) {
  const notify = useNotify();
  return (
    <button type="button" onClick={() => notify(message, options)}>
      {message}と言う
    </button>
  );
}

function say(message: string, options: SayProps["options"]) {
  renderIn(<Say message={message} options={options} />);
  fireEvent.click(screen.getByRole("button", { name: `${message}と言う` }));
}

const notices = () => within(screen.getByRole("region", { name: "通知" }));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => void vi.useFakeTimers());

describe("a notice", () => {
  it("of success hides after 1.5 s", () => {
    say("変更を保存しました。", { type: "success" });
    expect(notices().getByRole("status")).toHaveTextContent("完了変更を保存しました。");
    pass(1499);
    expect(notices().getByText("変更を保存しました。")).toBeInTheDocument();
    pass(1);
    expect(notices().queryByText("変更を保存しました。")).toBeNull();
  });

  it("of an error is read out at once and stays until it is closed", () => {
    say("契約期間が重複しています。", { type: "error" });
    expect(notices().getByRole("alert")).toHaveTextContent("エラー契約期間が重複しています。");
    pass(60_000);
    fireEvent.click(notices().getByRole("button", { name: "閉じる" }));
    expect(notices().queryByText("契約期間が重複しています。")).toBeNull();
  });

  it("of an error belongs to the screen it came on, not to the next one", async () => {
    const error = "該当データが見つかりませんでした。";
    const warning = "ワークスペースは利用できなくなりました。";
    const { router } = renderConsole({
      routes: [
        {
          path: "/*",
          element: (
            <>
              <Say message={error} options={{ type: "error" }} />
              <Say message={warning} options={{ type: "warning" }} />
            </>
          ),
        },
      ],
      at: "/things",
    });
    fireEvent.click(screen.getByRole("button", { name: `${error}と言う` }));
    fireEvent.click(screen.getByRole("button", { name: `${warning}と言う` }));
    await act(() => router.navigate("/things?page=2"));
    expect(notices().getByText(error)).toBeInTheDocument();
    await act(() => router.navigate("/things/1"));
    expect(notices().queryByText(error)).toBeNull();
    expect(notices().getByText(warning)).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: `${error}と言う` }));
    expect(notices().getByText(error)).toBeInTheDocument();
    await act(() => router.navigate("/things"));
    expect(notices().queryByText(error)).toBeNull();
  });

  it("that is shown again replaces the first, and is closed with it", () => {
    say("契約期間が重複しています。", { type: "error" });
    const again = screen.getByRole("button", { name: "契約期間が重複しています。と言う" });
    fireEvent.click(again);
    fireEvent.click(again);
    expect(notices().getAllByText("契約期間が重複しています。")).toHaveLength(1);
    fireEvent.click(notices().getByRole("button", { name: "閉じる" }));
    expect(notices().queryByText("契約期間が重複しています。")).toBeNull();
  });

  it.each(["success", "info"] as const)("hides after 1.5 s, whoever says it: %s", (type) => {
    say("招待しました。", { type, autoHideDuration: 6000 });
    pass(1499);
    expect(notices().getByText("招待しました。")).toBeInTheDocument();
    pass(1);
    expect(notices().queryByText("招待しました。")).toBeNull();
  });

  it("may be a key of the catalogue", () => {
    say("荷物を追加しました。", { type: "success" });
    expect(notices().getByText("荷物を追加しました。")).toBeInTheDocument();
  });

  it("keeps its own time when another one appears or hides", () => {
    renderIn(
      <>
        <Say message="一つ目。" options={{ type: "success" }} />
        <Say message="二つ目。" options={{ type: "success" }} />
      </>,
    );
    fireEvent.click(screen.getByRole("button", { name: "一つ目。と言う" }));
    pass(1000);
    fireEvent.click(screen.getByRole("button", { name: "二つ目。と言う" }));
    pass(500);
    expect(notices().queryByText("一つ目。")).toBeNull();
    pass(999);
    expect(notices().getByText("二つ目。")).toBeInTheDocument();
    pass(1);
    expect(notices().queryByText("二つ目。")).toBeNull();
  });
});
