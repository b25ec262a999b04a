import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { UploadZone } from "../../../src/components/upload/UploadZone.tsx";
import { renderIn } from "./renderConsole.tsx";

const csv = new File(["a,b"], "words.CSV", { type: "text/csv" });
const text = new File(["a"], "words.txt", { type: "text/plain" });
const image = new File(["x"], "logo.png", { type: "image/png" });

const onFile = vi.fn();
const alert = vi.fn();

function Zone() {
  const [file, setFile] = useState<File | null>(null);
  return (
    <UploadZone
      label="取り込むファイル"
      accept={[".csv", ".tsv", "text/plain"]}
      file={file}
      onFile={(chosen) => {
        onFile(chosen);
        setFile(chosen);
      }}
    />
  );
}

const zone = () => screen.getByRole("group", { name: "取り込むファイル" });
const input = () => screen.getByLabelText("ファイルを選択", { selector: "input" });
const drop = (...files: File[]) => fireEvent.drop(zone(), { dataTransfer: { files } });

beforeEach(() => {
  onFile.mockReset();
  alert.mockReset();
  vi.spyOn(window, "alert").mockImplementation(alert);
  renderIn(<Zone />);
});

describe("the upload zone", () => {
  it("takes one file by choice and shows its name", async () => {
    await userEvent.upload(input(), csv);
    expect(screen.getByText("words.CSV")).toBeInTheDocument();
    expect(zone()).toHaveAttribute("data-state", "chosen");
    expect(onFile.mock.calls).toEqual([[csv]]);
  });

  it("takes one file by drop, and lights up while one is dragged over it", () => {
    expect(zone()).toHaveAttribute("data-state", "empty");
    fireEvent.dragEnter(zone());
    fireEvent.dragEnter(screen.getByText("取り込むファイル"));
    fireEvent.dragLeave(zone());
    expect(zone()).toHaveAttribute("data-state", "dragging");
    drop(text);
    expect(zone()).toHaveAttribute("data-state", "chosen");
    expect(screen.getByText("words.txt")).toBeInTheDocument();
  });

  it("goes dark again when the drag leaves", () => {
    fireEvent.dragEnter(zone());
    fireEvent.dragLeave(zone());
    expect(zone()).toHaveAttribute("data-state", "empty");
  });

  it("refuses several files with a dialog and keeps what was chosen", async () => {
    await userEvent.upload(input(), csv);
    drop(csv, text);
    const dialog = screen.getByRole("alertdialog", { name: "ファイル選択エラー" });
    expect(dialog).toHaveAccessibleDescription("ファイルは1つだけ選択してください。");
    expect(within(dialog).getByRole("button", { name: "OK" })).toBeInTheDocument();
    expect(screen.getByText("words.CSV")).toBeInTheDocument();
    expect(onFile).toHaveBeenCalledTimes(1);
  });

  it("refuses another type with an alert and clears the selection", async () => {
    await userEvent.upload(input(), csv);
    drop(image);
    expect(alert).toHaveBeenCalledWith("このファイル形式はサポートされていません。");
    expect(onFile).toHaveBeenLastCalledWith(null);
    expect(screen.queryByText("words.CSV")).toBeNull();
    expect(zone()).toHaveAttribute("data-state", "empty");
  });

  it("says at the field which file of another type it does not read, and what to do, until another is chosen", async () => {
    const sentence = "単語.xlsxは読み取れません。CSVで保存してから、選択してください。";
    const book = new File(["PK"], "単語.xlsx");
    drop(book);
    expect(within(zone()).getByText(sentence)).toBeVisible();
    expect(input()).toHaveAccessibleDescription(new RegExp(sentence));
    await userEvent.setup({ applyAccept: false }).upload(input(), book);
    expect(within(zone()).getByText(sentence)).toBeVisible();
    await userEvent.upload(input(), csv);
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it("gives the file back by its remove button, and takes the same one again", async () => {
    await userEvent.upload(input(), csv);
    await userEvent.click(screen.getByRole("button", { name: "words.CSVを取り消す" }));
    expect(onFile).toHaveBeenLastCalledWith(null);
    expect(input()).toHaveFocus();
    await userEvent.upload(input(), csv);
    expect(screen.getByText("words.CSV")).toBeInTheDocument();
  });

  it("names the accepted types", () => {
    expect(input()).toHaveAccessibleDescription("対応形式：.csv、.tsv、text/plain");
    expect(input()).toHaveAttribute("accept", ".csv,.tsv,text/plain");
  });
});
