// The bare job that rouge-eval is timed against: ROUGE-1, -2 and -L of pairs of stemmed texts as ROUGE-1.5.5 has them.
// There is one thread, no option, no check of the input and no library but the standard one.
//
//   limit pair STEMS PEERS MODELS REPEATS      time the first pair, 20,000 times over in each repeat
//   limit batch STEMS PEERS MODELS REPEATS     time the pairs in memory
//
// Line i of PEERS and MODELS is of pair i, and `<q>` parts its sentences, which have 64 words at most. STEMS has a word
// and its stem in each line, since a program of many pairs computes each stem once. Each repeat prints a line with the
// microseconds a pair, `score MICROSECONDS`; the mean F of each measure follows.

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

using std::string;
using std::string_view;
using std::vector;

// ---- Words ----

constexpr size_t kPadding = 16; // bytes that can be read behind the end of any text

uint64_t mixed(uint64_t low, uint64_t high) {
    const uint64_t mixture = low * 0x9E3779B97F4A7C15u ^ high * 0xC2B2AE3D27D4EB4Fu;
    return (mixture ^ mixture >> 32) * 0x9E3779B97F4A7C15u;
}

// The number of the stem of each word, in a flat table by the word's bytes, of which all behind 16 are mixed.
class Words {
  public:
    explicit Words(const string &path) : slots_(size_t{1} << kBits) {
        std::ifstream file(path);
        std::unordered_map<string, uint32_t> numbers;
        for (string word, stem; file >> word >> stem;) {
            const uint32_t number = numbers.try_emplace(stem, static_cast<uint32_t>(numbers.size())).first->second;
            const size_t size = word.size();
            Slot &slot = find(word.append(kPadding, '\0').data(), size);
            slot = {low_, high_, number};
        }
        stems = numbers.size();
    }

    size_t stems = 0;

    // The bytes are letters and digits, of which bit 5 makes lower case; there are `kPadding` readable bytes behind them.
    uint32_t stem(const char *word, size_t size) { return find(word, size).stem; }

  private:
    static constexpr uint64_t kLower = 0x2020202020202020;
    static constexpr unsigned kBits = 18; // the words of the benchmarks fill less than half of the table

    struct Slot {
        uint64_t low = 0, high = 0; // no word begins with a zero byte
        uint32_t stem = 0;
    };

    // The slot of a word, or the empty one where it would be; keeps the bytes of the word.
    Slot &find(const char *word, size_t size) {
        std::memcpy(&low_, word, 8);
        std::memcpy(&high_, word + 8, 8);
        low_ = (low_ | kLower) & kept(size);
        high_ = size > 8 ? (high_ | kLower) & kept(size - 8) : 0;
        for (size_t i = 16; i < size; i++) high_ = mixed(high_, static_cast<unsigned char>(word[i] | 0x20));
        for (size_t place = mixed(low_, high_) >> (64 - kBits);; place = (place + 1) & (slots_.size() - 1)) {
            Slot &slot = slots_[place];
            if (!slot.low || (slot.low == low_ && slot.high == high_)) return slot;
        }
    }

    // The bytes that come first in memory are the low ones; a machine of the other order would need the high ones.
    static uint64_t kept(size_t size) { return size >= 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * size) - 1; }

    vector<Slot> slots_;
    uint64_t low_, high_;
};

// ---- Scores ----

constexpr size_t kFigures = 9; // recall, precision and F of each measure
constexpr const char *kMeasures[] = {"ROUGE-1", "ROUGE-2", "ROUGE-L"};
using Row = std::array<double, kFigures>;

double rounded(double figure) { return std::nearbyint(figure * 1e5) / 1e5; }

void put_figures(double *figures, size_t model, size_t peer, size_t hits) {
    const double recall = figures[0] = model ? rounded(double(hits) / double(model)) : 0;
    const double precision = figures[1] = peer ? rounded(double(hits) / double(peer)) : 0;
    const double denominator = 0.5 * precision + 0.5 * recall;
    figures[2] = denominator > 0 ? rounded(precision * recall / denominator) : 0;
}

// A text as the numbers that its stems have in the pair, from 0.
struct Text {
    vector<uint32_t> tokens;
    vector<size_t> ends; // of its sentences
};

class Scorer {
  public:
    explicit Scorer(Words &words) : words_(words), counts_(words.stems), places_(words.stems) {
        for (int c = 0; c < 256; c++)
            in_word_[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        slots_.resize(256);
    }

    // There are `kPadding` readable bytes behind each text.
    Row score(string_view peer_text, string_view model_text) {
        for (const Text *text : {&model_, &peer_})
            for (const uint32_t token : text->tokens) counts_[token] = {};
        read(model_text, model_);
        read(peer_text, peer_);
        const size_t models = model_.tokens.size(), peers = peer_.tokens.size();
        size_t hits = 0;
        for (const uint32_t token : model_.tokens) counts_[token].model++;
        for (const uint32_t token : peer_.tokens) hits += counts_[token].peer++ < counts_[token].model;
        Row row;
        put_figures(&row[0], models, peers, hits);
        put_figures(&row[3], models ? models - 1 : 0, peers ? peers - 1 : 0, bigram_hits());
        put_figures(&row[6], models, peers, lcs_hits());
        return row;
    }

  private:
    struct Counts {
        uint32_t model = 0, peer = 0;
    };
    struct Bigram {
        uint64_t words = 0;
        uint32_t stamp = 0, count = 0;
    };

    void read(string_view text, Text &into) {
        into.tokens.clear();
        into.ends.clear();
        const char *at = text.data(), *const end = at + text.size();
        while (true) {
            while (at != end && !in_word_[static_cast<unsigned char>(*at)]) {
                if (*at == '<' && end - at >= 3 && at[1] == 'q' && at[2] == '>') {
                    into.ends.push_back(into.tokens.size());
                    at += 2;
                }
                at++;
            }
            if (at == end) break;
            const char *const word = at;
            while (at != end && in_word_[static_cast<unsigned char>(*at)]) at++;
            into.tokens.push_back(words_.stem(word, static_cast<size_t>(at - word)));
        }
        into.ends.push_back(into.tokens.size());
    }

    size_t bigram_hits() {
        stamp_++;
        while (slots_.size() < 2 * model_.tokens.size()) slots_.resize(2 * slots_.size());
        each_bigram(model_.tokens, [this](Bigram &slot, uint64_t words) {
            if (slot.stamp != stamp_) slot = {words, stamp_, 0};
            slot.count++;
        });
        size_t hits = 0;
        each_bigram(peer_.tokens, [this, &hits](Bigram &slot, uint64_t) {
            if (slot.stamp == stamp_ && slot.count) {
                slot.count--;
                hits++;
            }
        });
        return hits;
    }

    // Gives the slot of each bigram, or the empty one where it would be.
    template <class Function> void each_bigram(const vector<uint32_t> &tokens, Function function) {
        const size_t mask = slots_.size() - 1;
        for (size_t i = 1; i < tokens.size(); i++) {
            const uint64_t words = uint64_t{tokens[i - 1]} << 32 | tokens[i];
            size_t place = words * 0x9E3779B97F4A7C15u >> 40 & mask;
            while (slots_[place].stamp == stamp_ && slots_[place].words != words) place = (place + 1) & mask;
            function(slots_[place], words);
        }
    }

    // The union of the LCS of each model sentence with each peer sentence; a word is a hit while the peer has it left.
    // (The model has it left: each of its tokens is a hit once at most.)
    size_t lcs_hits() {
        size_t hits = 0, start = 0;
        for (const size_t end : model_.ends) {
            mark_sentence(start, end);
            for (size_t i = 0; i < end - start; i++)
                if (marks_ >> i & 1) {
                    uint32_t &left = counts_[model_.tokens[start + i]].peer;
                    hits += left > 0;
                    left -= left > 0;
                }
            start = end;
        }
        return hits;
    }

    // Marks the tokens of a model sentence that are in an LCS with some peer sentence.
    void mark_sentence(size_t start, size_t end) {
        if (end - start > 64) throw std::runtime_error("a sentence has more than 64 words");
        marks_ = 0;
        for (size_t i = start; i < end; i++) places_[model_.tokens[i]] |= uint64_t{1} << (i - start);
        size_t first = 0;
        for (const size_t last : peer_.ends) {
            mark(first, last);
            first = last;
        }
        for (size_t i = start; i < end; i++) places_[model_.tokens[i]] = 0;
    }

    // The LCS is Hyyrö's of 2004, a bit for each model token: in column j of the table, after j peer tokens, a bit of
    // `rises` is set where c[i][j] is above c[i-1][j]. The walk back from the last cell takes a match where there is one,
    // goes up where c[i-1][j] is as high, and left otherwise: in each column it stops at the highest match or rise.
    void mark(size_t first, size_t last) {
        const uint32_t *const tokens = peer_.tokens.data();
        const size_t columns = last - first;
        if (rises_.size() < columns) rises_.resize(columns);
        uint64_t flat = ~uint64_t{0};
        for (size_t j = 0; j < columns; j++) {
            const uint64_t matches = places_[tokens[first + j]], both = flat & matches;
            flat = (flat + both) | (flat - both);
            rises_[j] = ~flat;
        }
        uint64_t above = ~uint64_t{0}; // the rows that the walk can still reach
        for (size_t j = columns; j-- > 0 && above;) {
            const uint64_t matches = places_[tokens[first + j]];
            const uint64_t stops = (matches | rises_[j]) & above;
            if (!stops) return;
            const uint64_t stop = uint64_t{1} << (63 - __builtin_clzll(stops));
            const bool match = matches & stop;
            marks_ |= match ? stop : 0;
            above = match ? stop - 1 : stop | (stop - 1);
        }
    }

    Words &words_;
    bool in_word_[256];
    vector<Counts> counts_; // by stem
    Text peer_, model_;
    vector<Bigram> slots_;
    uint32_t stamp_ = 0; // of this pair
    vector<uint64_t> places_, rises_;
    uint64_t marks_ = 0;
};

// ---- Files ----

// The lines of a file, each with padding behind it.
vector<string> lines_of(const string &path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + " cannot be opened");
    vector<string> lines;
    for (string line; std::getline(file, line);) lines.push_back(line.append(kPadding, '\0'));
    return lines;
}

string_view text_of(const string &line) { return {line.data(), line.size() - kPadding}; }

// Prints the time of each repeat, in which each of the first `count` pairs is scored `times` times.
void time_pairs(Scorer &scorer, const vector<string> (&texts)[2], size_t count, size_t times, int repeats) {
    vector<Row> rows(count);
    for (int repeat = 0; repeat < repeats; repeat++) {
        const auto start = std::chrono::steady_clock::now();
        for (size_t time = 0; time < times; time++)
            for (size_t i = 0; i < count; i++) rows[i] = scorer.score(text_of(texts[0][i]), text_of(texts[1][i]));
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
        std::printf("score %.4f\n", took.count() / static_cast<double>(count * times));
    }
    for (size_t measure = 0; measure < 3; measure++) {
        double sum = 0;
        for (const Row &row : rows) sum += row[3 * measure + 2];
        std::printf("%s %.10f\n", kMeasures[measure], sum / static_cast<double>(count));
    }
}

} // namespace

int main(int count, char **arguments) {
    if (count != 6) return 2;
    Words words(arguments[2]);
    Scorer scorer(words);
    const vector<string> texts[] = {lines_of(arguments[3]), lines_of(arguments[4])};
    const bool one = string_view(arguments[1]) == "pair";
    time_pairs(scorer, texts, one ? 1 : texts[0].size(), one ? 20'000 : 1, std::atoi(arguments[5]));
}
