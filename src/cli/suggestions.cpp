#include "cli/suggestions.hpp"

#include "dialect/tables/spelling.hpp"

namespace carom::cli {

std::string nearestName(std::string_view text, const std::vector<std::string>& names) {
  std::string nearest;
  // A third of the letters may differ.
  std::size_t least = text.size() / 3 + 1;
  for (const std::string& name : names) {
    const std::size_t distance = dialect::editDistance(text, name);
    if (distance < least) nearest = name, least = distance;
  }
  return nearest;
}

std::string suggestion(std::string_view text, const std::vector<std::string>& names) {
  const std::string nearest = nearestName(text, names);
  return nearest.empty() ? "" : "; did you mean " + nearest + "?";
}

std::vector<std::string> commandNames(const CLI::App& parser) {
  std::vector<std::string> names;
  for (const CLI::App* command : parser.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> optionNames(const CLI::App& parser) {
  std::vector<std::string> names;
  for (const CLI::Option* option : parser.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string leftoverText(const CLI::App& program) {
  const std::vector<CLI::App*> commands = const_cast<CLI::App&>(program).get_subcommands();
  const CLI::App& parser = commands.empty() ? program : *commands.front();
  const std::vector<std::string> left = program.remaining(true);
  std::string text;
  bool after_option = false;
  for (const std::string& word : left) {
    const bool is_option = word.size() > 1 && word[0] == '-';
    // A word after an unknown option is probably its value.
    const bool is_value = !is_option && after_option;
    after_option = is_option;
    if (is_value) continue;
    if (!text.empty()) text += "; ";
    text += "\"" + word + "\" is " + (is_option ? "no option" : "one word too many");
    if (!commands.empty()) text += " of carom " + parser.get_name();
    if (is_option) text += suggestion(word.substr(0, word.find('=')), optionNames(parser));
  }
  return text;
}

}  // namespace carom::cli
