// The bare job that rouge-eval is timed against: ROUGE-1, -2 and -L of pairs of stemmed texts as ROUGE-1.5.5 has them,
// 1,000 resamples, the classic report. There is one thread, no option, no check of the input and no library but the
// standard one.
//
//   limit DATA report SYSTEM PEERS MODELS      print the classic report
//   limit DATA mean PEERS MODELS               print the mean F of each measure, without resamples
//   limit DATA pair PEERS MODELS REPEATS       time the first pair, 20,000 times over in each repeat
//   limit DATA batch PEERS MODELS REPEATS      time the pairs in memory
//
// DATA is the folder of the WordNet exceptions; line i of PEERS and MODELS is of pair i, and `<q>` parts its sentences.
// The last two print for each repeat a line with the microseconds a pair: `score MICROSECONDS`, and `report MICROSECONDS`
// for scores and their report; then the mean F of each measure. Words keep their stems from one repeat to the next.

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
#include <utility>
#include <vector>

namespace {

using std::string;
using std::string_view;
using std::vector;

// ---- Stems ----

bool ends_with(const string &word, string_view suffix) {
    return word.size() >= suffix.size() && word.compare(word.size() - suffix.size(), suffix.size(), suffix) == 0;
}

// The first letters of a word: the m of [C](VC)^m[V], whether there is a vowel, and which of the last three are consonants.
struct Shape {
    int m = 0;
    bool vowel = false;
    unsigned consonants = 0;
};

Shape shape(const string &word, size_t letters) {
    Shape found;
    bool after_consonant = false;
    for (size_t i = 0; i < letters; i++) {
        const char c = word[i];
        const bool plain_vowel = c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
        const bool consonant = c == 'y' ? !after_consonant : !plain_vowel;
        found.m += i > 0 && consonant && !after_consonant;
        found.vowel |= !consonant;
        found.consonants = (found.consonants << 1 | consonant) & 7;
        after_consonant = consonant;
    }
    return found;
}

bool short_syllable(const string &word, size_t letters) {
    if (letters < 3 || shape(word, letters).consonants != 0b101) return false;
    const char last = word[letters - 1];
    return last != 'w' && last != 'x' && last != 'y';
}

struct Rule {
    string_view suffix, replacement;
};

// The first rule whose suffix the word has decides.
template <size_t N> void apply(string &word, const Rule (&rules)[N], int above) {
    for (const Rule &rule : rules) {
        if (!ends_with(word, rule.suffix)) continue;
        const size_t rest = word.size() - rule.suffix.size();
        if (shape(word, rest).m > above) word.replace(rest, string::npos, rule.replacement);
        return;
    }
}

void without_ed_or_ing(string &word) {
    const size_t lost = ends_with(word, "ed") ? 2 : ends_with(word, "ing") ? 3 : 0;
    if (!lost || !shape(word, word.size() - lost).vowel) return;
    word.resize(word.size() - lost);
    const size_t size = word.size();
    const char last = word[size - 1];
    const Shape whole = shape(word, size);
    if (ends_with(word, "at") || ends_with(word, "bl") || ends_with(word, "iz"))
        word += 'e';
    else if (size >= 2 && word[size - 2] == last && (whole.consonants & 1) && last != 'y') {
        if (last != 'l' && last != 's' && last != 'z') word.pop_back();
    } else if (whole.m == 1 && short_syllable(word, size))
        word += 'e';
}

// Porter's stem with his own revisions, and as ROUGE-1.5.5 has it: `yy` is never undoubled, and step 4 has three rounds.
string porter(string word) {
    static constexpr Rule second[] = {
        {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},  {"anci", "ance"},   {"izer", "ize"},
        {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"},  {"eli", "e"},       {"ousli", "ous"},
        {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},   {"alism", "al"},    {"iveness", "ive"},
        {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},   {"iviti", "ive"},   {"biliti", "ble"},
        {"logi", "log"}};
    static constexpr Rule third[] = {{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
                                     {"ical", "ic"},  {"ful", ""},   {"ness", ""}};
    static constexpr Rule fourth[] = {{"al", ""},   {"ance", ""}, {"ence", ""},  {"er", ""},  {"ic", ""},  {"able", ""},
                                      {"ible", ""}, {"ant", ""},  {"ement", ""}, {"ou", ""},  {"ism", ""}, {"ate", ""},
                                      {"iti", ""},  {"ous", ""},  {"ive", ""},   {"ize", ""}};
    static constexpr Rule ment[] = {{"ment", ""}}, ent[] = {{"ent", ""}}, ion[] = {{"ion", ""}};
    if (ends_with(word, "sses") || ends_with(word, "ies"))
        word.resize(word.size() - 2);
    else if (ends_with(word, "s") && !ends_with(word, "ss"))
        word.pop_back();
    if (ends_with(word, "eed")) {
        if (shape(word, word.size() - 3).m > 0) word.pop_back();
    } else
        without_ed_or_ing(word);
    if (ends_with(word, "y") && shape(word, word.size() - 1).vowel) word.back() = 'i';
    apply(word, second, 0);
    apply(word, third, 0);
    apply(word, fourth, 1);
    apply(word, ment, 1);
    if (ends_with(word, "sion") || ends_with(word, "tion"))
        apply(word, ion, 1);
    else
        apply(word, ent, 1);
    if (ends_with(word, "e")) {
        const size_t rest = word.size() - 1;
        const int m = shape(word, rest).m;
        if (m > 1 || (m == 1 && !short_syllable(word, rest))) word.pop_back();
    }
    if (ends_with(word, "ll") && shape(word, word.size() - 1).m > 1) word.pop_back();
    return word;
}

// The irregular forms of WordNet; a form that several files have is that of the last one.
std::unordered_map<string, string> read_exceptions(const string &folder) {
    std::unordered_map<string, string> exceptions;
    exceptions.reserve(8192);
    for (const char *part : {"adj", "adv", "noun", "verb"}) {
        std::ifstream file(folder + "/" + part + ".exc");
        if (!file) throw std::runtime_error(folder + " has no " + part + ".exc");
        for (string line; std::getline(file, line);) {
            const size_t blank = line.find(' ');
            if (blank != string::npos)
                exceptions[line.substr(0, blank)] = line.substr(blank + 1, line.find(' ', blank + 1) - blank - 1);
        }
    }
    return exceptions;
}

// ---- Words ----

constexpr size_t kPadding = 16; // bytes that can be read behind the end of any text

uint64_t mixed(uint64_t low, uint64_t high) {
    const uint64_t mixture = low * 0x9E3779B97F4A7C15u ^ high * 0xC2B2AE3D27D4EB4Fu;
    return (mixture ^ mixture >> 32) * 0x9E3779B97F4A7C15u;
}

// The number of the stem of each word. Words of up to 16 bytes are in a flat table, by their own bytes.
class Words {
  public:
    explicit Words(const string &data) : exceptions_(read_exceptions(data)), slots_(size_t{1} << bits_) {}

    // The bytes are letters and digits, of which bit 5 makes lower case; there are `kPadding` readable bytes behind them.
    uint32_t stem(const char *word, size_t size) {
        if (size > 16) return stem_of_long(word, size);
        uint64_t low, high;
        std::memcpy(&low, word, 8);
        std::memcpy(&high, word + 8, 8);
        low = (low | kLower) & kept(size);
        high = size > 8 ? (high | kLower) & kept(size - 8) : 0;
        for (size_t place = mixed(low, high) >> (64 - bits_);; place = (place + 1) & (slots_.size() - 1)) {
            const Slot &slot = slots_[place];
            if (slot.low == low && slot.high == high) return slot.stem;
            if (!slot.low) return added(low, high, word, size);
        }
    }

    uint32_t stems() const { return static_cast<uint32_t>(numbers_.size()); }

  private:
    static constexpr uint64_t kLower = 0x2020202020202020;

    struct Slot {
        uint64_t low = 0, high = 0; // no word begins with a zero byte
        uint32_t stem = 0;
    };

    // The bytes that come first in memory are the low ones; a machine of the other order would need the high ones.
    static uint64_t kept(size_t size) { return size >= 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * size) - 1; }

    uint32_t added(uint64_t low, uint64_t high, const char *word, size_t size) {
        const uint32_t stem = number(lowered(word, size));
        if (++used_ * 4 > 3 * slots_.size()) grow();
        put({low, high, stem});
        return stem;
    }

    void grow() {
        bits_++;
        vector<Slot> old(size_t{1} << bits_);
        old.swap(slots_);
        for (const Slot &slot : old)
            if (slot.low) put(slot);
    }

    void put(const Slot &slot) {
        size_t place = mixed(slot.low, slot.high) >> (64 - bits_);
        while (slots_[place].low) place = (place + 1) & (slots_.size() - 1);
        slots_[place] = slot;
    }

    uint32_t stem_of_long(const char *word, size_t size) {
        const string text = lowered(word, size);
        const auto [entry, is_new] = long_.try_emplace(text, 0);
        if (is_new) entry->second = number(text);
        return entry->second;
    }

    uint32_t number(const string &word) {
        const auto exception = exceptions_.find(word);
        const string &stem = word.size() <= 3                   ? word
                             : exception != exceptions_.end() ? exception->second
                                                              : porter(word);
        return numbers_.try_emplace(stem, static_cast<uint32_t>(numbers_.size())).first->second;
    }

    static string lowered(const char *word, size_t size) {
        string text(word, size);
        for (char &c : text) c |= 0x20;
        return text;
    }

    std::unordered_map<string, string> exceptions_;
    std::unordered_map<string, uint32_t> numbers_, long_;
    unsigned bits_ = 16;
    vector<Slot> slots_;
    size_t used_ = 0;
};

// ---- Scores ----

constexpr size_t kFigures = 9; // recall, precision and F of each measure
constexpr const char *kMeasures[] = {"ROUGE-1", "ROUGE-2", "ROUGE-L"};
using Row = std::array<double, kFigures>;

// A figure with five decimals, as printf rounds it.
double rounded(double figure) {
    const double scaled = figure * 1e5;
    const auto whole = static_cast<int64_t>(scaled);
    const double rest = scaled - static_cast<double>(whole);
    if (std::abs(rest - 0.5) > 1e-6) return static_cast<double>(whole + (rest > 0.5)) / 1e5;
    char text[32]; // The product may have been rounded across a tie.
    std::snprintf(text, sizeof text, "%.5f", figure);
    return std::strtod(text, nullptr);
}

void put_figures(double *figures, size_t model, size_t peer, size_t hits) {
    const double recall = model ? rounded(static_cast<double>(hits) / static_cast<double>(model)) : 0;
    const double precision = peer ? rounded(static_cast<double>(hits) / static_cast<double>(peer)) : 0;
    const double denominator = 0.5 * precision + 0.5 * recall;
    figures[0] = recall;
    figures[1] = precision;
    figures[2] = denominator > 0 ? rounded(precision * recall / denominator) : 0;
}

// A text as the numbers that its stems have in the pair, from 0.
struct Text {
    vector<uint32_t> tokens;
    vector<size_t> ends; // of its sentences
};

class Scorer {
  public:
    explicit Scorer(Words &words) : words_(words) {
        for (int c = 0; c < 256; c++)
            in_word_[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        seen_.resize(1 << 16);
        slots_.resize(256);
    }

    // There are `kPadding` readable bytes behind each text.
    Row score(string_view peer_text, string_view model_text) {
        stamp_++;
        counts_.clear();
        read(model_text, model_, &Counts::model);
        read(peer_text, peer_, &Counts::peer);
        const size_t models = model_.tokens.size(), peers = peer_.tokens.size();
        size_t hits = 0;
        for (const Counts &count : counts_) hits += std::min(count.model, count.peer);
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
    struct Seen {
        uint32_t stamp = 0, number = 0;
    };
    struct Bigram {
        uint64_t words = 0;
        uint32_t stamp = 0, count = 0;
    };

    void read(string_view text, Text &into, uint32_t Counts::*side) {
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
            const uint32_t token = number_in_pair(words_.stem(word, static_cast<size_t>(at - word)));
            counts_[token].*side += 1;
            into.tokens.push_back(token);
        }
        into.ends.push_back(into.tokens.size());
    }

    uint32_t number_in_pair(uint32_t stem) {
        if (stem >= seen_.size()) seen_.resize(2 * stem);
        Seen &seen = seen_[stem];
        if (seen.stamp != stamp_) {
            seen = {stamp_, static_cast<uint32_t>(counts_.size())};
            counts_.emplace_back();
        }
        return seen.number;
    }

    size_t bigram_hits() {
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
                if (marks_[i / 64] >> i % 64 & 1) {
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
        const size_t blocks = (end - start + 63) / 64;
        marks_.assign(blocks, 0);
        if (!blocks) return;
        if (places_.size() < counts_.size() * blocks) places_.resize(counts_.size() * blocks);
        for (size_t i = start; i < end; i++)
            places_[model_.tokens[i] * blocks + (i - start) / 64] |= uint64_t{1} << (i - start) % 64;
        size_t first = 0;
        for (const size_t last : peer_.ends) {
            if (blocks == 1)
                mark_in_one_block(first, last);
            else
                mark_in_blocks(first, last, blocks);
            first = last;
        }
        for (size_t i = start; i < end; i++) places_[model_.tokens[i] * blocks + (i - start) / 64] = 0;
    }

    // The LCS is Hyyrö's of 2004, a bit for each model token: in column j of the table, after j peer tokens, a bit of
    // `rises` is set where c[i][j] is above c[i-1][j]. The walk back from the last cell takes a match where there is one,
    // goes up where c[i-1][j] is as high, and left otherwise: in each column it stops at the highest match or rise.
    void mark_in_one_block(size_t first, size_t last) {
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
            marks_[0] |= match ? stop : 0;
            above = match ? stop - 1 : stop | (stop - 1);
        }
    }

    // The same for sentences of more than 64 words.
    void mark_in_blocks(size_t first, size_t last, size_t blocks) {
        const size_t columns = last - first;
        if (rises_.size() < columns * blocks) rises_.resize(columns * blocks);
        flat_.assign(blocks, ~uint64_t{0});
        for (size_t j = 0; j < columns; j++) {
            const uint64_t *const matches = &places_[peer_.tokens[first + j] * blocks];
            uint64_t carry = 0;
            for (size_t b = 0; b < blocks; b++) {
                const uint64_t both = flat_[b] & matches[b], sum = flat_[b] + both, whole = sum + carry;
                carry = (sum < both) | (whole < sum);
                flat_[b] = whole | (flat_[b] - both);
                rises_[j * blocks + b] = ~flat_[b];
            }
        }
        size_t block = blocks - 1;
        uint64_t above = ~uint64_t{0};
        for (size_t j = columns; j-- > 0;) {
            const uint64_t *const matches = &places_[peer_.tokens[first + j] * blocks];
            uint64_t stops = (matches[block] | rises_[j * blocks + block]) & above;
            while (!stops) {
                if (block-- == 0) return;
                above = ~uint64_t{0};
                stops = matches[block] | rises_[j * blocks + block];
            }
            const uint64_t stop = uint64_t{1} << (63 - __builtin_clzll(stops));
            const bool match = matches[block] & stop;
            marks_[block] |= match ? stop : 0;
            above = match ? stop - 1 : stop | (stop - 1);
        }
    }

    Words &words_;
    bool in_word_[256];
    vector<Seen> seen_;      // by stem
    uint32_t stamp_ = 0;     // of this pair
    vector<Counts> counts_;  // by the number in the pair
    Text peer_, model_;
    vector<Bigram> slots_;
    vector<uint64_t> places_, rises_, flat_, marks_;
};

// ---- Report ----

// 1 to n in the order of their digits, which is that of the bytes of `ID.SYSTEM`; from 0.
vector<uint32_t> report_order(size_t n) {
    vector<uint32_t> order;
    order.reserve(n);
    for (size_t id = 1; order.size() < n;) {
        order.push_back(static_cast<uint32_t>(id - 1));
        if (id * 10 <= n) {
            id *= 10;
            continue;
        }
        while (id % 10 == 9 || id + 1 > n) id /= 10;
        id++;
    }
    return order;
}

// Resample i draws n rows by drand48 seeded with i, and adds them up in the order drawn.
vector<Row> resampled(const vector<Row> &rows, size_t resamples) {
    constexpr size_t kBlock = 64; // rows that are fetched ahead
    const size_t n = rows.size();
    const double per_unit = 1 / 281474976710656.0; // 2^-48
    vector<Row> sums(resamples);
    std::array<uint32_t, 2 * kBlock> drawn;
    for (size_t resample = 0; resample < resamples; resample++) {
        uint64_t state = resample << 16 | 0x330E;
        const auto draw = [&](uint32_t *into, size_t count) {
            for (size_t i = 0; i < count; i++) {
                state = (state * 0x5DEECE66D + 0xB) & 0xFFFFFFFFFFFF;
                into[i] = static_cast<uint32_t>(static_cast<double>(state) * per_unit * static_cast<double>(n));
                __builtin_prefetch(&rows[into[i]]);
                __builtin_prefetch(reinterpret_cast<const char *>(&rows[into[i]] + 1) - 1);
            }
        };
        Row sum{};
        draw(drawn.data(), std::min(kBlock, n));
        for (size_t start = 0, side = 0; start < n; start += kBlock, side ^= kBlock) {
            if (start + kBlock < n) draw(&drawn[side ^ kBlock], std::min(kBlock, n - start - kBlock));
            const size_t count = std::min(kBlock, n - start);
            for (size_t i = 0; i < count; i++) {
                const Row &row = rows[drawn[side + i]];
                for (size_t figure = 0; figure < kFigures; figure++) sum[figure] += row[figure];
            }
        }
        for (size_t figure = 0; figure < kFigures; figure++) sums[resample][figure] = sum[figure] / static_cast<double>(n);
    }
    return sums;
}

string report(const string &system, const vector<Row> &rows) {
    constexpr size_t kResamples = 1000;
    vector<Row> ordered;
    ordered.reserve(rows.size());
    for (const uint32_t place : report_order(rows.size())) ordered.push_back(rows[place]);
    const vector<Row> samples = resampled(ordered, kResamples);
    const double tail = kResamples * ((100 - 95) / 2.0) / 100;
    const auto low = static_cast<size_t>(tail), high = static_cast<size_t>(kResamples - tail - 1);
    const double fraction = kResamples - tail - 1 - static_cast<double>(high);
    string text;
    vector<double> sorted(kResamples);
    for (size_t figure = 0; figure < kFigures; figure++) {
        for (size_t i = 0; i < kResamples; i++) sorted[i] = samples[i][figure];
        std::sort(sorted.begin(), sorted.end());
        double sum = 0;
        for (const double sample : sorted) sum += sample;
        const auto bound = [&](size_t place) {
            return sorted[place] + (sorted[place + 1] - sorted[place]) * fraction;
        };
        if (figure % 3 == 0) text += string(45, '-') + "\n";
        char estimate[64];
        std::snprintf(estimate, sizeof estimate, "%7.5f (95%%-conf.int. %7.5f - %7.5f)\n", sum / kResamples, bound(low),
                      bound(high));
        text += system + " " + kMeasures[figure / 3] + " Average_" + "RPF"[figure % 3] + ": " + estimate;
    }
    return text;
}

string means(const vector<Row> &rows) {
    string text;
    for (size_t measure = 0; measure < 3; measure++) {
        double sum = 0;
        for (const Row &row : rows) sum += row[3 * measure + 2];
        char line[64];
        std::snprintf(line, sizeof line, "%s %.10f\n", kMeasures[measure], sum / static_cast<double>(rows.size()));
        text += line;
    }
    return text;
}

// ---- Files ----

// The lines of a file, of which a part at a time is in memory.
class Lines {
  public:
    explicit Lines(const string &path) : file_(std::fopen(path.c_str(), "rb")), buffer_((1 << 18) + kPadding) {
        if (!file_) throw std::runtime_error(path + " cannot be opened");
    }
    Lines(const Lines &) = delete;
    Lines &operator=(const Lines &) = delete;
    ~Lines() { std::fclose(file_); }

    // The line is there until the next call.
    bool next(string_view &line) {
        while (true) {
            char *const start = buffer_.data() + at_;
            if (const void *found = std::memchr(start + searched_, '\n', size_ - at_ - searched_)) {
                const auto length = static_cast<size_t>(static_cast<const char *>(found) - start);
                line = {start, length};
                at_ += length + 1;
                searched_ = 0;
                return true;
            }
            searched_ = size_ - at_;
            if (!more()) break;
        }
        line = {buffer_.data() + at_, size_ - at_};
        at_ = size_;
        searched_ = 0;
        return !line.empty();
    }

  private:
    bool more() {
        std::memmove(buffer_.data(), buffer_.data() + at_, size_ - at_);
        size_ -= at_;
        at_ = 0;
        if (size_ + kPadding == buffer_.size()) buffer_.resize(2 * buffer_.size());
        const size_t got = std::fread(buffer_.data() + size_, 1, buffer_.size() - kPadding - size_, file_);
        size_ += got;
        return got > 0;
    }

    std::FILE *file_;
    vector<char> buffer_;
    size_t at_ = 0, size_ = 0, searched_ = 0;
};

vector<Row> score_files(Scorer &scorer, const string &peers, const string &models) {
    Lines peer_lines(peers), model_lines(models);
    vector<Row> rows;
    for (string_view peer, model; peer_lines.next(peer) && model_lines.next(model);)
        rows.push_back(scorer.score(peer, model));
    return rows;
}

// Pairs in memory, in one piece with padding behind it.
class Pairs {
  public:
    Pairs(const string &peers, const string &models) {
        vector<std::pair<size_t, size_t>> places;
        for (const string &path : {peers, models}) {
            Lines lines(path);
            for (string_view line; lines.next(line); text_ += line) places.emplace_back(text_.size(), line.size());
        }
        text_.append(kPadding, '\0');
        for (const auto &[start, size] : places) texts_.emplace_back(text_.data() + start, size);
    }

    size_t size() const { return texts_.size() / 2; }
    string_view peer(size_t i) const { return texts_[i]; }
    string_view model(size_t i) const { return texts_[size() + i]; }

  private:
    string text_;
    vector<string_view> texts_;
};

using Clock = std::chrono::steady_clock;

void print_time(const char *what, Clock::time_point start, size_t pairs) {
    const std::chrono::duration<double, std::micro> took = Clock::now() - start;
    std::printf("%s %.4f\n", what, took.count() / static_cast<double>(pairs));
}

void time_batch(Scorer &scorer, const Pairs &pairs, int repeats) {
    for (int repeat = 1; repeat <= repeats; repeat++) {
        const auto start = Clock::now();
        vector<Row> rows(pairs.size());
        for (size_t i = 0; i < rows.size(); i++) rows[i] = scorer.score(pairs.peer(i), pairs.model(i));
        print_time("score", start, pairs.size());
        report("limit", rows);
        print_time("report", start, pairs.size());
        if (repeat == repeats) std::fputs(means(rows).c_str(), stdout);
    }
}

void time_pair(Scorer &scorer, const Pairs &pairs, int repeats) {
    constexpr size_t kTimes = 20'000;
    vector<Row> rows(1);
    for (int repeat = 0; repeat < repeats; repeat++) {
        const auto start = Clock::now();
        for (size_t i = 0; i < kTimes; i++) rows[0] = scorer.score(pairs.peer(0), pairs.model(0));
        print_time("score", start, kTimes);
    }
    std::fputs(means(rows).c_str(), stdout);
}

void run(const vector<string> &arguments) {
    const size_t count = arguments.size();
    const string mode = count > 1 ? arguments[1] : "";
    const auto is = [&](const char *name, size_t operands) { return mode == name && count == operands + 2; };
    Words words(count ? arguments[0] : "");
    Scorer scorer(words);
    if (is("report", 3))
        std::fputs(report(arguments[2], score_files(scorer, arguments[3], arguments[4])).c_str(), stdout);
    else if (is("mean", 2))
        std::fputs(means(score_files(scorer, arguments[2], arguments[3])).c_str(), stdout);
    else if (is("pair", 3))
        time_pair(scorer, {arguments[2], arguments[3]}, std::stoi(arguments[4]));
    else if (is("batch", 3))
        time_batch(scorer, {arguments[2], arguments[3]}, std::stoi(arguments[4]));
    else
        throw std::runtime_error("the arguments are DATA, a mode and its operands (see the head of limit.cpp)");
}

} // namespace

int main(int count, char **arguments) {
    try {
        run({arguments + 1, arguments + count});
    } catch (const std::exception &error) {
        std::fprintf(stderr, "limit: %s\n", error.what());
        return 1;
    }
}
