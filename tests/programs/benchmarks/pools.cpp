// The bare jobs that many texts to many and oracles are timed against: texts of up to 64 tokens, which are numbers already.
// There is one thread, no option, no check of the input and no library but the standard one.
//
//   pools TEXTS      print for each job the median of its seconds and the sum of its figures, each in a line with a name
//
// Line i of TEXTS has the tokens of text i. The jobs are those of `print_pools`, with the figures of rouge-score and, for the
// oracle, of ROUGE-1.5.5.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

using std::vector;
using Text = vector<uint32_t>;

double f_of(double recall, double precision) {
    return recall + precision > 0 ? 2 * precision * recall / (precision + recall) : 0;
}

double f_of_hits(size_t hits, size_t model, size_t peer) {
    return hits ? f_of(double(hits) / double(model), double(hits) / double(peer)) : 0;
}

// The places of the tokens of a text as bits, for the LCS with others (Hyyrö 2004).
class Lcs {
  public:
    explicit Lcs(size_t kinds) : places(kinds) {}

    void begin(const Text &text) {
        for (const uint32_t token : last) places[token] = 0;
        for (size_t i = 0; i < text.size(); i++) places[text[i]] |= uint64_t(1) << i;
        last = text;
    }

    double f_with(const Text &other) const {
        uint64_t row = ~uint64_t(0);
        for (const uint32_t token : other) {
            const uint64_t match = places[token];
            row = (row + (row & match)) | (row & ~match);
        }
        const uint64_t columns = last.size() < 64 ? (uint64_t(1) << last.size()) - 1 : ~uint64_t(0);
        return f_of_hits(size_t(__builtin_popcountll(~row & columns)), other.size(), last.size());
    }

  private:
    vector<uint64_t> places;
    Text last;
};

// How often a text has each n-gram, for the clipped hits of others.
class Grams {
  public:
    explicit Grams(size_t kinds) : counts(kinds), used(kinds) {}

    void begin(const Text &text) {
        for (const uint32_t gram : last) counts[gram] = 0;
        for (const uint32_t gram : text) counts[gram]++;
        last = text;
    }

    size_t hits(const Text &other) {
        size_t shared = 0;
        for (const uint32_t gram : other) shared += used[gram]++ < counts[gram];
        for (const uint32_t gram : other) used[gram] = 0;
        return shared;
    }

    double f_with(const Text &other) { return f_of_hits(hits(other), other.size(), last.size()); }

  private:
    vector<uint32_t> counts, used;
    Text last;
};

// The numbers of the bigrams of texts.
class Bigrams {
  public:
    Text of(const Text &text) {
        Text grams;
        for (size_t i = 1; i < text.size(); i++)
            grams.push_back(numbers.try_emplace(uint64_t(text[i - 1]) << 32 | text[i], uint32_t(numbers.size())).first->second);
        return grams;
    }

    size_t kinds() const { return numbers.size(); }

  private:
    std::unordered_map<uint64_t, uint32_t> numbers;
};

double one_with_all(const vector<Text> &texts, size_t kinds) {
    double sum = 0;
    Lcs lcs(kinds);
    lcs.begin(texts[7]);
    vector<double> figures;
    for (const Text &text : texts) figures.push_back(lcs.f_with(text));
    for (const double figure : figures) sum += figure;
    return sum;
}

// ROUGE-1, -2 and -L of all pairs; F is the same in both directions, and goes to both cells.
double all_pairs(const vector<Text> &texts, size_t kinds) {
    const size_t n = texts.size();
    vector<vector<double>> matrices(3, vector<double>(n * n));
    Bigrams bigrams;
    vector<Text> pairs;
    for (const Text &text : texts) pairs.push_back(bigrams.of(text));
    Lcs lcs(kinds);
    Grams ones(kinds), twos(bigrams.kinds());
    for (size_t i = 0; i < n; i++) {
        lcs.begin(texts[i]);
        ones.begin(texts[i]);
        twos.begin(pairs[i]);
        for (size_t j = i; j < n; j++) {
            const double figures[] = {ones.f_with(texts[j]), twos.f_with(pairs[j]), lcs.f_with(texts[j])};
            for (size_t m = 0; m < 3; m++) matrices[m][i * n + j] = matrices[m][j * n + i] = figures[m];
        }
    }
    double sum = 0;
    for (const vector<double> &matrix : matrices)
        for (const double figure : matrix) sum += figure;
    return sum;
}

// Pairs whose F by ROUGE-L is `least` or more. F is 2h / (m + n), so the two share one of the rarest n - h + 1 tokens of
// either (Bayardo et al. 2007).
double duplicates(const vector<Text> &texts, size_t kinds, double least) {
    vector<vector<uint32_t>> having(kinds);
    for (uint32_t i = 0; i < texts.size(); i++)
        for (const uint32_t token : texts[i])
            if (having[token].empty() || having[token].back() != i) having[token].push_back(i);
    vector<uint32_t> seen(texts.size(), UINT32_MAX);
    Lcs lcs(kinds);
    double sum = 0;
    for (uint32_t i = 0; i < texts.size(); i++) {
        Text rarest = texts[i];
        std::sort(rarest.begin(), rarest.end(), [&](uint32_t one, uint32_t other) {
            return having[one].size() != having[other].size() ? having[one].size() < having[other].size() : one < other;
        });
        const double n = double(rarest.size());
        rarest.resize(size_t(n - std::ceil(n * least / (2 - least) - 1e-9)) + 1);
        lcs.begin(texts[i]);
        for (const uint32_t token : rarest)
            for (auto text = having[token].rbegin(); text != having[token].rend() && *text > i; ++text) {
                const double other = double(texts[*text].size());
                if (seen[*text] == i || 2 * std::min(n, other) < least * (n + other)) continue;
                seen[*text] = i;
                const double figure = lcs.f_with(texts[*text]);
                if (figure >= least) sum += figure;
            }
    }
    return sum;
}

double rounded(double figure) { return std::nearbyint(figure * 1e5) / 1e5; }

double f_of_155(Grams &reference, size_t wanted, const Text &extract) {
    const double hits = double(reference.hits(extract));
    const double recall = wanted ? rounded(hits / double(wanted)) : 0;
    return rounded(f_of(recall, extract.empty() ? 0 : rounded(hits / double(extract.size()))));
}

// Up to three sentences, one after the other, with which the sum of F by ROUGE-1 and -2 rises most.
double oracle(const vector<Text> &document, const Text &reference, size_t kinds) {
    Bigrams bigrams;
    const Text pairs = bigrams.of(reference);
    Grams ones(kinds), twos(kinds + 2 * 64 * document.size());
    ones.begin(reference);
    twos.begin(pairs);
    vector<size_t> chosen;
    double reached = 0;
    while (chosen.size() < 3) {
        size_t best = document.size();
        for (size_t place = 0; place < document.size(); place++) {
            if (std::count(chosen.begin(), chosen.end(), place)) continue;
            vector<size_t> places = chosen;
            places.push_back(place);
            std::sort(places.begin(), places.end());
            Text extract;
            for (const size_t one : places) extract.insert(extract.end(), document[one].begin(), document[one].end());
            const double value =
                f_of_155(ones, reference.size(), extract) + f_of_155(twos, pairs.size(), bigrams.of(extract));
            if (value > reached) reached = value, best = place;
        }
        if (best == document.size()) break;
        chosen.push_back(best);
    }
    return reached;
}

template <typename Job> void time_job(const char *name, size_t repeats, Job job) {
    vector<double> seconds;
    double sum = 0;
    while (seconds.size() < repeats) {
        const auto start = std::chrono::steady_clock::now();
        sum = job();
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(seconds.begin(), seconds.end());
    std::printf("%s %.9f\nsum of %s %.9f\n", name, seconds[repeats / 2], name, sum);
}

} // namespace

int main(int, char **arguments) {
    vector<Text> texts;
    size_t kinds = 0;
    std::ifstream file(arguments[1]);
    for (std::string line; std::getline(file, line);) {
        std::istringstream numbers(line);
        texts.emplace_back();
        for (uint32_t token; numbers >> token;) {
            texts.back().push_back(token);
            kinds = std::max<size_t>(kinds, token + 1);
        }
    }
    const vector<Text> pool(texts.begin(), texts.begin() + 2000);
    Text reference;
    for (size_t i = 30; i < 33; i++) reference.insert(reference.end(), texts[i].begin(), texts[i].end());
    time_job("one", 9, [&] { return one_with_all(pool, kinds); });
    time_job("all", 1, [&] { return all_pairs(pool, kinds); });
    time_job("duplicates", 1, [&] { return duplicates(texts, kinds, 0.7); });
    for (const size_t size : {size_t(32), size_t(250)}) {
        const vector<Text> document(texts.begin(), texts.begin() + long(size));
        time_job(("oracle " + std::to_string(size)).c_str(), 9, [&] { return oracle(document, reference, kinds); });
    }
}
