// The parser accepts what the grammar of RFC 8259 gives and nothing else: compared with a reader written down
// rule by rule, on texts with random mistakes; and looking at many bytes at once finds what looking at each
// finds.
#include <gtest/gtest.h>

#include <cctype>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "carom/base/diagnostic_codes.hpp"
#include "json/document.hpp"
#include "json/text_blocks.hpp"

namespace carom::json {
namespace {

/// Section by section of RFC 8259; each rule moves `at` past what it accepts.
class Grammar {
 public:
  explicit Grammar(std::string_view text) : text_(text) {}
  bool accepts() { return blanks(), value() && (blanks(), at_ == text_.size()); }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) { return at_ < text_.size() && text_[at_] == c && (++at_, true); }
  bool word(std::string_view w) { return text_.substr(at_).starts_with(w) && (at_ += w.size(), true); }
  void blanks() {
    while (take(' ') || take('\t') || take('\n') || take('\r')) continue;
  }
  bool digit() { return std::isdigit(static_cast<unsigned char>(peek())) && (++at_, true); }
  bool digits() {
    if (!digit()) return false;
    while (digit()) continue;
    return true;
  }
  bool value() {
    if (peek() == '{') return container('{', '}', true);
    if (peek() == '[') return container('[', ']', false);
    if (peek() == '"') return string();
    return word("true") || word("false") || word("null") || number();
  }
  bool container(char opening, char closing, bool members) {
    take(opening);
    blanks();
    if (take(closing)) return true;
    do {
      blanks();
      if (members) {
        if (!string()) return false;
        blanks();
        if (!take(':')) return false;
        blanks();
      }
      if (!value()) return false;
      blanks();
    } while (take(','));
    return take(closing);
  }
  bool number() {
    take('-');
    if (word("NaN") || word("Infinity") || word("Inf"))
      return true;  // What the parser allows beyond the RFC.
    if (!take('0') && !digits()) return false;
    if (take('.') && !digits()) return false;
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      return digits();
    }
    return true;
  }
  bool string() {
    if (!take('"')) return false;
    while (!take('"')) {
      if (take('\\')) {
        if (take('u')) {
          for (int i = 0; i < 4; ++i, ++at_) {
            if (!std::isxdigit(static_cast<unsigned char>(peek()))) return false;
          }
        } else if (peek() == 0 || !std::strchr("\"\\/bfnrt", peek())) {
          return false;
        } else {
          ++at_;
        }
      } else if (static_cast<unsigned char>(peek()) < 0x20 || static_cast<unsigned char>(peek()) > 0x7E) {
        return false;  // The texts here have no others.
      } else {
        ++at_;
      }
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Mutations of a text with everything in it: bytes replaced, removed, put in and swapped.
TEST(Grammar, MutatedTextsAreAcceptedAsTheRulesSay) {
  const std::string seed =
      "{\"a\": [1, -0.25e+3, 120, 0, 12345678901234567890.5, true , false,null],\r\n\t  "
      "\"a longer name than a block\" : {\"\\u00e9\\n\\\\\": \"x \\\"y\\\"\", \"\":[[],{}]},                 "
      "\"b\":NaN,\"z\":-Infinity,\"k\":\"\"}";
  ASSERT_TRUE(Grammar(seed).accepts());
  const std::string_view alphabet = "{}[]:,\"\\ \n\t0123456789.eE+-tfnulrasIN/";
  std::mt19937 random(20261121);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
  std::size_t accepted = 0;
  for (int round = 0; round < 60000; ++round) {
    std::string text = seed;
    const std::size_t edits = 1 + below(3);
    for (std::size_t i = 0; i < edits; ++i) {
      const std::size_t at = below(text.size());
      switch (below(4)) {
        case 0:
          text[at] = alphabet[below(alphabet.size())];
          break;
        case 1:
          text.erase(at, 1 + below(4));
          break;
        case 2:
          text.insert(at, 1, alphabet[below(alphabet.size())]);
          break;
        default:
          std::swap(text[at], text[below(text.size())]);
      }
      if (text.empty()) text = "0";
    }
    Diagnostics diagnostics;
    const auto result = Document::parse(text, {}, diagnostics);
    const bool expected = Grammar(text).accepts();
    accepted += expected ? 1 : 0;
    // Numbers too large and unpaired surrogates are a matter of values, not of grammar.
    if (!result.ok() && result.diagnostics().items()[0].code != codes::kJsonSyntax) continue;
    ASSERT_EQ(result.ok(), expected) << text;
  }
  EXPECT_GT(accepted, 5000u);  // Both outcomes are tried often.
}

TEST(Grammar, EveryPrefixOfATextIsRefused) {
  const std::string text =
      R"( {"a": [1, -2.5e3, "x\ty\u00e9", true, false, null, 12.5], "b/c~": {"": "seven"}})";
  for (std::size_t size = 0; size < text.size(); ++size) {
    Diagnostics diagnostics;
    EXPECT_FALSE(Document::parse(text.substr(0, size), {}, diagnostics).ok()) << size;
  }
}

void expectBlockToAgree(std::string_view bytes) {
  const auto run = [&](auto belongs) {
    std::size_t n = 0;
    while (n < TextBlock::kBytes && belongs(static_cast<unsigned char>(bytes[n]))) ++n;
    return n;
  };
  const TextBlock block(bytes.data());
  ASSERT_EQ(block.blanks(), run([](unsigned c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }));
  ASSERT_EQ(block.digits(), run([](unsigned c) { return c >= '0' && c <= '9'; }));
  ASSERT_EQ(block.plain(), run([](unsigned c) { return c >= 0x20 && c < 0x80 && c != '"' && c != '\\'; }));
}

// Every byte at every place, behind runs of each kind; and random bytes.
TEST(TextBlocks, AgreeWithLookingAtEachByte) {
  std::mt19937 random(7);
  for (const char* kind : {" \n\t\r", "0123456789", "azAZ ~!#[]"}) {
    for (std::size_t place = 0; place < TextBlock::kBytes; ++place) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        std::string bytes(TextBlock::kBytes, '\0');
        for (char& c : bytes) c = kind[random() % std::strlen(kind)];
        bytes[place] = static_cast<char>(byte);
        expectBlockToAgree(bytes);
        if (place + 1 < TextBlock::kBytes) bytes[place + 1] = static_cast<char>(byte ^ 1);
        expectBlockToAgree(bytes);
      }
    }
  }
}

}  // namespace
}  // namespace carom::json
