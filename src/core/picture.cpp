#include "core/picture.hpp"

#include <algorithm>

#include "core/svg.hpp"

namespace duello {

namespace {

constexpr int kCell = 48;         // the side of a cell
constexpr int kGap = 6;           // between two cells
constexpr int kLabel = 16;        // below a cell
constexpr int kMargin = 14;       // around all
constexpr int kLine = 22;         // a line of words
constexpr int kCellsInARow = 16;  // cells in a row before it is broken
constexpr int kLetters = 7;       // how wide a letter is, about

constexpr std::string_view kGround = "#fbfaf7";
constexpr std::string_view kInk = "#222222";
constexpr std::string_view kPale = "#8a8a85";
constexpr std::string_view kDecisive = "#b8860b";

constexpr std::string_view color_of(Tint tint) {
  constexpr std::array<std::string_view, 9> kColors{"#5f6368", "#222222", "#9aa0a6", "#c62828", "#1565c0",
                                                    "#2e7d32", "#f9c22e", "#6a1b9a", "#e65100"};
  return kColors[static_cast<std::size_t>(tint)];
}
constexpr std::string_view ink_on(Tint tint) { return tint == Tint::yellow ? kInk : kGround; }

// In a square of 100.
constexpr std::string_view path_of(Shape shape) {
  constexpr std::array<std::string_view, 11> kPaths{
      "",
      "M50 8a42 42 0 1 0 0 84a42 42 0 1 0 0-84Z",
      "M50 5 95 50 50 95 5 50Z",
      "M50 8 95 88H5Z",
      "M12 12H88V88H12Z",
      "M50 5 89 27V73L50 95 11 73V27Z",
      "M50 4 62 36 96 38 69 59 79 92 50 73 21 92 31 59 4 38 38 36Z",
      "M18 6H28V12L92 36 28 62V94H18Z",
      "M6 22H50V4L96 50 50 96V78H6Z",
      "M94 22H50V4L4 50 50 96V78H94Z",
      "M8 30 50 12 92 30V70L50 88 8 70Z",
  };
  return kPaths[static_cast<std::size_t>(shape)];
}

struct Spot {
  int x;
  int y;
};

class Picture {
 public:
  Picture(const Scene& scene, const PerSeat<std::string>& names) : stage_(scene.stage), names_(names) {
    // Rows that are too long are broken into parts of about the same length.
    const int parts = (std::max(stage_.columns, 1) + kCellsInARow - 1) / kCellsInARow;
    in_a_row_ = (std::max(stage_.columns, 1) + parts - 1) / parts;
    for (const Cell& cell : stage_.cells) draw(cell);
    const int rows = std::max(stage_.rows, 1) * parts;
    width_ = in_a_row_ * (kCell + kGap) - kGap;
    height_ = rows * (kCell + kLabel + kGap);
    for (const std::string& note : stage_.notes) write_line(note);
    for (const Counter& counter : stage_.counters) draw(counter);
    if (stage_.mover) write_line(cat(names_[*stage_.mover], " to move"));
    title_ = scene.sentence;
  }

  std::string text() const {
    const int width = width_ + 2 * kMargin;
    const int height = height_ + 2 * kMargin;
    return svg_document(width, height, "role=\"img\" font-family=\"sans-serif\"",
                        cat("<title>", svg_escaped(title_), "</title><rect width=\"", width, "\" height=\"", height,
                            "\" rx=\"8\" fill=\"", kGround, "\"/><g transform=\"translate(", kMargin, ' ', kMargin,
                            ")\">", body_, "</g>"));
  }

 private:
  Spot place_of(const Cell& cell) const {
    const int part = cell.column / in_a_row_;
    const int row = part * std::max(stage_.rows, 1) + cell.row;
    return {cell.column % in_a_row_ * (kCell + kGap), row * (kCell + kLabel + kGap)};
  }

  void draw(const Cell& cell) {
    const auto [x, y] = place_of(cell);
    const std::string_view edge = cell.decisive ? kDecisive : kPale;
    body_ += cat("<rect x=\"", x, "\" y=\"", y, "\" width=\"", kCell, "\" height=\"", kCell,
                 "\" rx=\"5\" fill=\"#ffffff\" stroke=\"", edge, "\" stroke-width=\"", cell.decisive ? 4 : 1, "\"/>");
    // What lies on a cell comes before the cell's own look.
    if (cell.look.shape != Shape::space) {
      if (!cell.pieces.empty()) body_ += "<g opacity=\"0.25\">";
      draw(cell.look, std::nullopt, {x + 4, y + 4}, kCell - 8);
      if (!cell.pieces.empty()) body_ += "</g>";
    }
    const int count = static_cast<int>(cell.pieces.size());
    const int room = kCell - 8;
    const int size = count > 1 ? room * 6 / 10 : room;
    for (int i = 0; i < count; ++i) {
      const Piece& piece = cell.pieces[static_cast<std::size_t>(i)];
      const int shift = count > 1 ? i * (room - size) / (count - 1) : 0;  // several lie across the cell
      draw(piece.look, piece.amount, {x + 4 + shift, y + 4 + shift}, size);
    }
    write(cell.label, {x + kCell / 2, y + kCell + 13}, 11, kPale, "middle");
  }

  void draw(const Look& look, std::optional<int> amount, Spot at, int size) {
    const std::string_view path = path_of(look.shape);
    if (!path.empty())
      body_ += cat("<path transform=\"translate(", at.x, ' ', at.y, ") scale(", size / 100, '.', size % 100 / 10,
                   size % 10, ")\" d=\"", path, "\" fill=\"", color_of(look.tint), "\"/>");
    const std::string mark = amount ? cat(*amount) : look.mark;
    const bool is_small = mark.size() > 2 || look.shape == Shape::flag;
    const int letters = std::max(9, size * (is_small ? 26 : 38) / 100);
    const int low = look.shape == Shape::triangle ? 68 : look.shape == Shape::flag ? 36 : 50;
    const int middle = look.shape == Shape::flag ? 46 : 50;
    write(mark, {at.x + size * middle / 100, at.y + size * low / 100 + letters / 3}, letters,
          path.empty() ? kInk : ink_on(look.tint), "middle");
  }

  void draw(const Counter& counter) {
    constexpr int kFigure = 16;
    Look look = counter.look;
    look.mark.clear();
    draw(look, std::nullopt, {0, height_ + 3}, kFigure);
    std::string words = counter.seat ? cat(names_[*counter.seat], ", ") : "";
    words += cat(counter.label, ": ", counter.amount);
    if (counter.goal && *counter.goal != 0) words += cat(" of ", *counter.goal);
    write(words, {kFigure + 8, height_ + 16}, 13, counter.decisive ? kDecisive : kInk, "start");
    widen(kFigure + 8, words);
    height_ += kLine;
  }

  void write_line(std::string_view words) {
    write(words, {0, height_ + 16}, 13, kInk, "start");
    widen(0, words);
    height_ += kLine;
  }

  void widen(int indent, std::string_view words) {
    width_ = std::max(width_, indent + kLetters * static_cast<int>(columns(words)));
  }

  void write(std::string_view words, Spot at, int size, std::string_view ink, std::string_view anchor) {
    if (words.empty()) return;
    body_ +=
        svg_text(at.x, at.y, words, cat("font-size=\"", size, "\" fill=\"", ink, "\" text-anchor=\"", anchor, '"'));
  }

  const Stage& stage_;
  const PerSeat<std::string>& names_;
  int in_a_row_ = 1;
  int width_ = 0;
  int height_ = 0;
  std::string body_;
  std::string title_;
};

}  // namespace

std::string svg_of(const Scene& scene, const PerSeat<std::string>& names) { return Picture(scene, names).text(); }

}  // namespace duello
